/** What people choose most. */
import type { Preset } from '../../lib/setup';

export const presets: Preset[] = [
  { name: 'web_exxtra_preset_classic', options: { xx_is_100: false } },
  { name: 'web_exxtra_preset_excape', options: { xx_is_100: true } },
];
