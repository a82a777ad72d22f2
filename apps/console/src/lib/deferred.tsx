import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react';

/**
 * A component in a chunk of its own, drawn as soon as the chunk is there. React's `lazy` holds what it fetched back
 * until 300 ms after the last placeholder, even a chunk that was fetched before; a first screen has many placeholders.
 * `onFailure` is called when it was to be drawn and could not be fetched.
 */
export const deferred = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  onFailure?: (failed: unknown) => void,
) => {
  let part: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  const fetchPart = (): Promise<ComponentType<Props>> => {
    loading ??= load().then(
      (loaded) => {
        part = loaded;
        return loaded;
      },
      (failed: unknown) => {
        // The next one who needs it asks again.
        loading = undefined;
        throw failed;
      },
    );
    return loading;
  };
  function Deferred({ placeholder = null, ...props }: Props & { placeholder?: ReactNode }) {
    const [Part, setPart] = useState(() => part);
    useLayoutEffect(() => {
      if (Part) return undefined;
      let isWanted = true;
      fetchPart().then(
        (loaded) => isWanted && setPart(() => loaded),
        (failed: unknown) => {
          if (!isWanted) return;
          onFailure?.(failed);
          setPart(() => {
            throw failed;
          });
        },
      );
      return () => {
        isWanted = false;
      };
    }, [Part]);
    return Part ? <Part {...(props as unknown as Props)} /> : placeholder;
  }
  /** Fetched ahead. Failing then is no news: nobody has gone there yet. */
  const preload = (): Promise<void> =>
    fetchPart().then(
      () => undefined,
      () => undefined,
    );
  return Object.assign(Deferred, { preload });
};
