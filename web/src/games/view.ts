/** What the games' views have in common. */

/** A view in which some parts are always told, though a position that somebody writes may leave them out. */
export type Told<View, Parts extends keyof View> = Omit<View, Parts> & { [Part in Parts]: NonNullable<View[Part]> };

/** Like `map`, for as many as there are. */
export function each<Items extends readonly unknown[], New>(
  items: Items,
  change: (item: Items[number], index: number) => New,
): { [Index in keyof Items]: New } {
  return items.map(change) as { [Index in keyof Items]: New };
}
