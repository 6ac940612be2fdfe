/** Who plays with whom: partners share a colour, and a side is called by their names. */
import type { SeatInfo } from './protocol';
import { seatName } from './seats';
import { list } from './words.svelte';

export interface Side {
  /** The place of the side among the sides. */
  number: number;
  /** The names of its members, as everybody reads them. */
  names: string[];
  seats: number[];
  /** The seat whose colour the side has. */
  colour: number;
}

/** The side of each seat, in the order of the seats; none where nobody has a partner. `marks` say whose pieces a seat moves. */
export function sidesOf(seats: readonly SeatInfo[], marks: readonly number[] = []): Side[] {
  const teams = [...new Set(seats.map(({ team }) => team))];
  if (teams.includes(null) || teams.length === seats.length) return [];
  const sides = teams.map((team, number): Side => {
    const members = seats.filter((one) => one.team === team).map(({ seat }) => seat);
    const first = members[0] ?? 0;
    return { number, names: members.map((member) => seatName(seats.find((one) => one.seat === member), member)), seats: members, colour: marks[first] ?? first };
  });
  return seats.map(({ seat }) => sides.find((side) => side.seats.includes(seat))!);
}

/** What a side is called. */
export function sideName({ names }: Side): string {
  return list(names);
}
