import X from 'lucide-react/icons/x';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Button, IconButton } from './button.tsx';
import { cx } from './cx.ts';
import { type Tone, tones } from './tone.ts';
import s from './notify.module.css';

export interface Notice {
  tone: Tone;
  text: string;
  /** Offered for ten seconds; says how to take the change back. */
  undo?: () => void;
}

type Toast = Notice & { id: number };

/* Own store and region: the usual toast library writes a <style> element, which our CSP refuses. */
let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function publish(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Says something in passing. What must not be missed also stands on its page or in the bell. */
export function notify(notice: Notice): number {
  lastId += 1;
  // Four fit a small screen; older ones make room.
  publish([...toasts.slice(-3), { ...notice, id: lastId }]);
  return lastId;
}

export function dismissNotice(id: number): void {
  publish(toasts.filter((toast) => toast.id !== id));
}

/** Errors stay until they are read; an undo needs longer than a greeting. */
export function noticeLifeMs({ tone, undo }: Notice): number | undefined {
  if (tone === 'danger') return undefined;
  return undo ? 10_000 : 5_000;
}

/** Drawn once by the shell. Stays reachable while a dialog is open. */
export function Toaster() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <section
      className={s['region']}
      aria-label="Notifications"
      aria-live="polite"
      aria-relevant="additions"
      data-react-aria-top-layer="true"
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const [isHeld, setHeld] = useState(false);
  const lifeMs = noticeLifeMs(toast);
  useEffect(() => {
    if (isHeld || lifeMs === undefined) return undefined;
    const timer = setTimeout(() => dismissNotice(toast.id), lifeMs);
    return () => clearTimeout(timer);
  }, [isHeld, lifeMs, toast.id]);
  const { icon: Icon, word } = tones[toast.tone];
  return (
    <div
      className={cx(s['toast'], s[toast.tone])}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={20} className={cx(s['icon'])} aria-hidden />
      <p className={s['words']}>
        <span className="visually-hidden">{word}: </span>
        {toast.text}
      </p>
      <div className={s['actions']}>
        {toast.undo && (
          <Button
            onPress={() => {
              toast.undo?.();
              dismissNotice(toast.id);
            }}
          >
            Undo
          </Button>
        )}
        <IconButton icon={X} label="Dismiss" onPress={() => dismissNotice(toast.id)} />
      </div>
    </div>
  );
}
