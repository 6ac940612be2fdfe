// Tables that are nobody else's business, so that their owner may delete them.

import type { TableInfo } from './protocol';

/** Whether I may delete a table: it waits, it was imported, or it is over and nobody else played. */
export function isMineAlone(table: TableInfo): boolean {
  if (!table.yours) return false;
  if (table.state === 'waiting' || table.study) return true;
  return table.state === 'finished' && table.seats.every((seat) => seat.kind !== 'person' || seat.yours);
}
