import type { ReactElement, ReactNode } from 'react';
import { Focusable } from 'react-aria-components/Focusable';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import { cx } from './cx.ts';
import s from './tooltip.module.css';

export interface TooltipProps {
  text: ReactNode;
  /** A button or link of the kit. Plain text takes a Hint instead. */
  children: ReactElement;
  placement?: 'top' | 'bottom' | 'start' | 'end';
}

/** Shows on hover and on focus, stays while hovered, goes with Esc. Never the only place of a fact. */
export function Tooltip({ text, children, placement = 'top' }: TooltipProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={100}>
      {children}
      <AriaTooltip className={cx(s['tooltip'])} placement={placement} offset={6}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}

/** Words that explain themselves on hover and on keyboard focus. */
export function Hint({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <Tooltip text={text}>
      <Focusable>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the hint must be reachable without a mouse */}
        <span tabIndex={0} role="note" className={s['hint']}>
          {children}
        </span>
      </Focusable>
    </Tooltip>
  );
}
