/** What was typed between the key that opens a field and the moment when the field has the focus. */
export interface TypedAhead {
  text: string;
  /** Enter came after the text. */
  isEntered: boolean;
}

/** A field that has not come by then does not come: the keys belong to the page again. */
const patienceMs = 10_000;

/** Keeps keys for a field that is still being drawn. */
export const createTypedAhead = (target: Pick<Window, 'addEventListener' | 'removeEventListener'>) => {
  let kept: TypedAhead = { text: '', isEntered: false };
  let endsAt = 0;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.timeStamp > endsAt) return stop();
    const { text, isEntered } = kept;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isPlain || isEntered) return undefined;
    if (event.key === 'Enter') kept = { text, isEntered: true };
    else if (event.key === 'Backspace') kept = { text: text.slice(0, -1), isEntered };
    else if ([...event.key].length === 1) kept = { text: text + event.key, isEntered };
    else return undefined;
    event.preventDefault();
    event.stopImmediatePropagation();
    return undefined;
  };
  const stop = () => target.removeEventListener('keydown', onKeyDown, true);

  return {
    /** From now on keys are kept. */
    begin(now: number) {
      kept = { text: '', isEntered: false };
      endsAt = now + patienceMs;
      target.addEventListener('keydown', onKeyDown, true);
    },
    /** The field is there, or nobody wants it any more: hands over what came and stops. */
    take(): TypedAhead {
      stop();
      const taken = kept;
      kept = { text: '', isEntered: false };
      return taken;
    },
  };
};
