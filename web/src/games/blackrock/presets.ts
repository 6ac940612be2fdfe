/** What people choose most. */
import type { Needs, Preset } from '../../lib/terms';

export const presets: Preset[] = [
  { name: 'web_blackrock_preset_basic', options: { pas_vu_pas_pris: false, three_by_three: false, teams: false } },
  { name: 'web_blackrock_preset_sets', options: { pas_vu_pas_pris: false, three_by_three: true, teams: false } },
  { name: 'web_blackrock_preset_teams', options: { pas_vu_pas_pris: false, three_by_three: false, teams: true } },
  { name: 'web_blackrock_preset_all', options: { calls: 'spoken', pas_vu_pas_pris: true, three_by_three: true, teams: false } },
];

/** Where options have an effect. */
export const needs: Needs = { teams: { players: 4 }, pas_vu_pas_pris: { option: 'calls', is: 'spoken' } };
