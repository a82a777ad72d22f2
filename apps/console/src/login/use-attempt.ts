import { type FormEvent, useState } from 'react';

/** A form before the session: shows what is missing, tries once at a time, and says why it was refused. */
export const useAttempt = () => {
  const [isBusy, setBusy] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const [refusal, setRefusal] = useState('');
  const submit = async (
    event: FormEvent,
    /** The first field that is not filled in well. */
    wrongField: HTMLInputElement | null | undefined,
    /** Returns why it was refused. After a success the page goes on, and the button stays busy until then. */
    attempt: () => Promise<string | undefined>,
  ): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    setChecked(true);
    setRefusal('');
    if (wrongField) {
      wrongField.focus();
      return;
    }
    setBusy(true);
    const message = await attempt();
    if (message === undefined) return;
    setBusy(false);
    setRefusal(message);
  };
  return { isBusy, isChecked, refusal, submit };
};
