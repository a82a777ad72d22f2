import { describe, expect, it } from 'vitest';
import { type Command, findCommands, sectionsOf } from './commands.ts';

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
  command('Warehouse Kolding', { section: 'Groups', isOnlyFound: true }),
];
const found = (typed: string) => findCommands(all, typed).map(({ label }) => label);

describe('the palette', () => {
  it('lists everything in order while nothing is typed, but not one of many', () => expect(found(' ')).toHaveLength(5));
  it('finds by the beginning of any word, the nearest first', () =>
    expect(found('host')).toEqual(['Hosts', 'Host Targets', 'Windows Updates hosts']));
  it('wants every word typed', () => expect(found('up ho')).toEqual(['Windows Updates hosts']));
  it('finds by other words and by section', () => {
    expect(found('night')).toEqual(['Theme: Dark']);
    expect(found('site')).toEqual(['Contoso Norge']);
    expect(found('group ware')).toEqual(['Warehouse Kolding']);
  });
  it('finds by a part, without spaces and with one slip', () => {
    expect(found('house')).toEqual(['Warehouse Kolding']);
    expect(found('windowsupdates')).toEqual(['Windows Updates hosts']);
    expect(found('kodling')).toEqual(['Warehouse Kolding']);
    expect(found('nigth')).toEqual(['Theme: Dark']);
  });
  it('looks for one or two letters only where words begin', () => expect(found('ge')).toEqual([]));
  it('finds nothing without complaint', () => expect(found('zzz')).toEqual([]));
  it('lists at most eight of a section', () => {
    const many = Array.from({ length: 20 }, (_, index) => command(`Group ${index}`, { section: 'Groups' }));
    expect(findCommands(many, 'group')).toHaveLength(8);
  });
  it('puts the section with the best answer first', () =>
    expect(sectionsOf(findCommands(all, 'warehouse'))).toEqual(['Groups']));
});
