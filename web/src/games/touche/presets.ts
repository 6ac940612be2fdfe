/** What people choose most. */
import type { Preset } from '../../lib/setup';

export const presets: Preset[] = [
  { name: 'web_touche_preset_squares', options: { patterns: 'squares' } },
  { name: 'web_touche_preset_lines', options: { patterns: 'lines' } },
  { name: 'web_touche_preset_crosses', options: { patterns: 'crosses' } },
  { name: 'web_touche_preset_pros', options: { patterns: 'pros' } },
];
