import { describe, expect, it } from 'vitest';
import { type Command, findCommands } from './commands.ts';

const command = (label: string, extra: Partial<Command> = {}): Command => ({
  id: label,
  label,
  section: 'Pages',
  run: () => undefined,
  ...extra,
});
const all = [
  command('Hosts'),
  command('Windows Updates hosts'),
  command('Host Targets'),
  command('Theme: Dark', { section: 'Commands', keywords: 'appearance night' }),
  command('Contoso Norge', { section: 'Sites' }),
];
const found = (typed: string) => findCommands(all, typed).map(({ label }) => label);

describe('the palette', () => {
  it('lists everything in order while nothing is typed', () => expect(found(' ')).toHaveLength(5));
  it('finds by the beginning of any word, the nearest first', () =>
    expect(found('host')).toEqual(['Hosts', 'Host Targets', 'Windows Updates hosts']));
  it('wants every word typed', () => expect(found('up ho')).toEqual(['Windows Updates hosts']));
  it('finds by other words and by section', () => {
    expect(found('night')).toEqual(['Theme: Dark']);
    expect(found('site')).toEqual(['Contoso Norge']);
  });
  it('finds nothing without complaint', () => expect(found('zzz')).toEqual([]));
});
