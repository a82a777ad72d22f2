import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** The width a chart has, or is given, so that it is drawn in real pixels and its words keep their size. */
export const usePlotWidth = (fixedWidth?: number): readonly [RefObject<HTMLDivElement | null>, number] => {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return undefined;
    setWidth(Math.floor(box.clientWidth));
    const watch = new ResizeObserver(() => setWidth(Math.floor(box.clientWidth)));
    watch.observe(box);
    return () => watch.disconnect();
  }, []);
  return [ref, fixedWidth ?? width];
};
