import { errorTexts } from '@patchkeep/contract/errors';
import { exceptionButton } from '@patchkeep/rules/exceptions';
import { drafts, exceptions, logout, siteOfTab } from '../../lib/client.ts';
import { useExceptions } from '../../lib/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { InstanceId } from './instance-id.tsx';
import s from './errors.module.css';

const actions = {
  Login: () => void logout(),
  Reload: () => {
    // The dialog of a conflict says that reloading discards the changes; a new version of the console keeps them.
    if (exceptions.store.getState().exceptionTitle === 'Conflict') drafts.forget(siteOfTab());
    location.reload();
  },
  Dismiss: () => exceptions.dismiss(),
};

/** What went wrong and the one thing to do about it. */
export function ExceptionDialog() {
  const state = useExceptions((current) => current);
  const button = exceptionButton(state);
  return (
    <Dialog
      title={state.exceptionTitle}
      isOpen
      isDismissable={false}
      role="alertdialog"
      actions={
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus, and it has one button
        <Button variant="primary" autoFocus onPress={actions[button]}>
          {button}
        </Button>
      }
    >
      <p className={s['description']}>{state.exceptionDescription}</p>
      {state.showStandardMessage && <p className={s['standard']}>{errorTexts.standard}</p>}
      {state.instanceId !== undefined && <InstanceId id={state.instanceId} isCopyable={false} />}
    </Dialog>
  );
}
