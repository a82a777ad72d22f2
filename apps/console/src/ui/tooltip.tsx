import type { ReactElement, ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
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

/** Words that explain themselves on hover and on keyboard focus. A button, because only those are always reachable. */
export function Hint({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <Tooltip text={text}>
      <Button className={cx(s['hint'])}>{children}</Button>
    </Tooltip>
  );
}
