/** What people choose most. */
import type { Preset } from '../../lib/terms';

export const presets: Preset[] = [
  { name: 'web_zoch_preset_steady', options: { tremor: 'steady' } },
  { name: 'web_zoch_preset_natural', options: { tremor: 'natural' } },
];
