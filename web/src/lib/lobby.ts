/** A table that waits: who may still sit down, and for whom it waits. */
import type { SeatInfo, TableInfo } from './protocol';

/** A secret link to one seat. */
export interface Invitation {
  seat: number;
  key: string;
}

/** The seats that whoever opens the table's own link may take. */
export function seatsToTake({ seats, by_link: byLink }: Pick<TableInfo, 'seats' | 'by_link'>): SeatInfo[] {
  return seats.filter(({ kind, free }) => kind === 'free' && (byLink || free === 'open'));
}

/** Seats that are still free. */
export function freeSeats({ seats }: Pick<TableInfo, 'seats'>): SeatInfo[] {
  return seats.filter(({ kind }) => kind === 'free');
}

/** Those who sit but are not ready yet. */
export function notReady({ seats }: Pick<TableInfo, 'seats'>): SeatInfo[] {
  return seats.filter(({ kind, ready }) => kind === 'person' && !ready);
}

/** Whether somebody opened a table's link after its match had begun: they were invited, and can only watch. */
export function cameTooLate(info: Pick<TableInfo, 'seats' | 'by_link' | 'yours' | 'state'>, invitation: Invitation | null): boolean {
  if (info.state !== 'running' || info.yours || info.seats.some(({ yours }) => yours)) return false;
  return invitation !== null || info.by_link;
}
