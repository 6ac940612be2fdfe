/** What people choose most. */
import type { Needs, Preset } from '../../lib/terms';

export const presets: Preset[] = [
  { name: 'web_touche_preset_squares', options: { patterns: 'squares' } },
  { name: 'web_touche_preset_lines', options: { patterns: 'lines' } },
  { name: 'web_touche_preset_crosses', options: { patterns: 'crosses' } },
  { name: 'web_touche_preset_pros', options: { patterns: 'pros' } },
];

/** Where options have an effect. */
export const needs: Needs = { teams: { players: 6 }, call_seconds: { option: 'calls', is: 'spoken' } };
