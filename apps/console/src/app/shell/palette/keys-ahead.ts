import { createStore } from 'zustand/vanilla';

/** What is typed for a field, also between the key that opens the field and the moment when it has the focus. */
export interface TypedAhead {
  text: string;
  /** Enter came after the text. */
  isEntered: boolean;
}

/** A field that has not come by then does not come: the keys belong to the page again. */
const patienceMs = 10_000;
const nothing: TypedAhead = { text: '', isEntered: false };

/** Keeps keys for a field that is still being drawn. */
export const createTypedAhead = (target: Pick<Window, 'addEventListener' | 'removeEventListener'>) => {
  const store = createStore<TypedAhead>(() => nothing);
  let endsAt = 0;

  const stop = () => target.removeEventListener('keydown', onKeyDown, true);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.timeStamp > endsAt) return stop();
    const { text, isEntered } = store.getState();
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isPlain || isEntered) return undefined;
    if (event.key === 'Enter') store.setState({ isEntered: true });
    else if (event.key === 'Backspace') store.setState({ text: text.slice(0, -1) });
    else if ([...event.key].length === 1) store.setState({ text: text + event.key });
    else return undefined;
    event.preventDefault();
    event.stopImmediatePropagation();
    return undefined;
  };

  return {
    store,
    /** From now on keys are kept. */
    begin(now: number) {
      store.setState(nothing);
      endsAt = now + patienceMs;
      target.addEventListener('keydown', onKeyDown, true);
    },
    /** The field has the focus: it takes its keys itself. */
    stop,
  };
};
