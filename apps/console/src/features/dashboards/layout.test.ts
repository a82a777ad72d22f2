import { builtInConfig, type DashboardCard, type DashboardConfig } from '@patchkeep/contract/dashboard-config';
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { addCard, dataRequestOf, changeCard, moveCard, moves, placeAfter, removeCard } from './layout.ts';

const card = (cardId: string, width: DashboardCard['width']): DashboardCard => ({
  cardId,
  chart: 'summary-table',
  width,
  periodUnit: 'day',
});
/** Three rows: a; b c; d e f. */
const config: DashboardConfig = {
  cards: [card('a', 'L'), card('b', 'M'), card('c', 'M'), card('d', 'S'), card('e', 'S'), card('f', 'S')],
};
const order = ({ cards }: DashboardConfig) => cards.map(({ cardId }) => cardId).join('');

test.each([
  ['a', 'left', 'abcdef'],
  ['a', 'right', 'bacdef'],
  ['f', 'right', 'abcdef'],
  ['c', 'up', 'cabdef'],
  ['c', 'down', 'abdecf'],
  ['f', 'up', 'abfcde'],
  ['f', 'down', 'abcdef'],
  ['e', 'start', 'eabcdf'],
] as const)('%s moved %s: %s', (cardId, move, expected) => {
  const from = config.cards.findIndex((each) => each.cardId === cardId);
  expect(order(moveCard(config, from, placeAfter(config.cards, from, move)))).toBe(expected);
});

it('neither loses nor doubles a card, however it is moved', () => {
  const widths = fc.array(fc.constantFrom('S' as const, 'M' as const, 'L' as const), { minLength: 1, maxLength: 24 });
  fc.assert(
    fc.property(widths, fc.constantFrom(...moves), fc.nat(), (given, move, at) => {
      const before = { cards: given.map((width, index) => card(`c${index}`, width)) };
      const from = at % given.length;
      const after = moveCard(before, from, placeAfter(before.cards, from, move));
      expect(after.cards.toSorted((a, b) => a.cardId.localeCompare(b.cardId))).toEqual(
        before.cards.toSorted((a, b) => a.cardId.localeCompare(b.cardId)),
      );
    }),
  );
});

it('gives every added card an id of its own', () => {
  const more = addCard(addCard(builtInConfig, 'apps-bar'), 'apps-bar');
  expect(more.cards.slice(-2).map(({ cardId }) => cardId)).toEqual(['apps-bar-2', 'apps-bar-3']);
  expect(order(removeCard(config, 'c'))).toBe('abdef');
});

it('asks for new numbers when a period changes, but not when a card moves, grows or gets a title', () => {
  const requestOf = (of: DashboardConfig) => JSON.stringify(dataRequestOf(of));
  expect(requestOf(moveCard(config, 0, 4))).toBe(requestOf(config));
  expect(requestOf(changeCard(config, 'b', { width: 'L', title: 'Mine' }))).toBe(requestOf(config));
  expect(requestOf(changeCard(config, 'b', { periodUnit: 'week' }))).not.toBe(requestOf(config));
});
