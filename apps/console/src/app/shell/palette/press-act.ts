import { setInteractionModality } from 'react-aria-components';
import { watchPage } from '../watch-page.ts';

/**
 * Goes to what a page offers as `data-act` once it is drawn, and presses it: that opens a dialog or a preview. What
 * would act by itself is only focused.
 */
export const pressAct = (act: string, isPressed: boolean): void => {
  const press = () => {
    const found = document.querySelector<HTMLElement>(`#content [data-act="${CSS.escape(act)}"]:not(:disabled)`);
    if (!found) return;
    stop();
    found.focus();
    if (isPressed) found.click();
    setInteractionModality('keyboard');
  };
  const stop = watchPage(press, ['data-act', 'disabled']);
  // The palette is gone by then: until it is, nothing below it takes the focus.
  requestAnimationFrame(press);
};
