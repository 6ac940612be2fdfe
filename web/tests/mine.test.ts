import { expect, test } from 'vitest';
import { isMineAlone } from '../src/lib/mine';
import type { SeatInfo, TableInfo } from '../src/lib/protocol';

const ME = { kind: 'person', yours: true } as SeatInfo;
const BO = { kind: 'person', yours: false } as SeatInfo;
const BOT = { kind: 'bot', yours: false } as SeatInfo;

function table(state: TableInfo['state'], seats: SeatInfo[], more: Partial<TableInfo> = {}): TableInfo {
  return { yours: true, study: false, state, seats, ...more } as TableInfo;
}

test('tables that wait, imported matches and my own finished ones can be deleted', () => {
  expect(isMineAlone(table('waiting', [ME, BO]))).toBe(true);
  expect(isMineAlone(table('running', [ME, ME], { study: true }))).toBe(true);
  expect(isMineAlone(table('finished', [ME, BOT]))).toBe(true);
});

test('what others play or played, and what runs, stays', () => {
  expect(isMineAlone(table('finished', [ME, BO]))).toBe(false);
  expect(isMineAlone(table('running', [ME, BOT]))).toBe(false);
  expect(isMineAlone(table('finished', [ME, BOT], { yours: false }))).toBe(false);
});
