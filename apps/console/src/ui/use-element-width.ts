import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** The width inside an element, kept up to date; 0 until it was measured, which is before the first paint. */
export const useElementWidth = (): readonly [RefObject<HTMLDivElement | null>, number] => {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return undefined;
    const measure = () => setWidth(Math.floor(box.clientWidth));
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(box);
    return () => watch.disconnect();
  }, []);
  return [ref, width];
};
