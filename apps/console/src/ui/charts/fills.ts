/** What a part of a chart is painted with; a fill is a colour of the theme and a pattern for where colour is scarce. */
export const fills = ['ok', 'eol', 'ins', 'zd', 'reg', 'sec'] as const;
export type Fill = (typeof fills)[number];

/** The pattern of a fill on a square of 8, drawn in the page's colour. */
export const patternOf: Record<Fill, string> = {
  ok: '',
  eol: 'M3.5 4h1M4 3.5v1',
  ins: 'M-2 2L2 -2M0 8L8 0M6 10L10 6',
  zd: 'M0 4H8M4 0V8',
  reg: '',
  sec: 'M-2 2L2 -2M0 8L8 0M6 10L10 6',
};

/** How a line of a fill is broken, so that lines can be told apart without colour. */
export const dashOf: Record<Fill, string> = {
  ok: '',
  eol: '2 4',
  ins: '8 4',
  zd: '10 3 2 3',
  reg: '',
  sec: '8 4',
};
