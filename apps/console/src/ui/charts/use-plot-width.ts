import type { RefObject } from 'react';
import { useElementWidth } from '../use-element-width.ts';

/** The width a chart has, or is given, so that it is drawn in real pixels and its words keep their size. */
export const usePlotWidth = (fixedWidth?: number): readonly [RefObject<HTMLDivElement | null>, number] => {
  const [ref, width] = useElementWidth();
  return [ref, fixedWidth ?? width];
};
