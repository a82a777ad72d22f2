/** "1 host", "12 hosts", "1 200 hosts" with a narrow space: a number with what it counts. */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US').replaceAll(',', '\u202f')} ${count === 1 ? one : many}`;
