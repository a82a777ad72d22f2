import { customLimits, type SignedBody, type ToSign } from '@patchkeep/contract/custom-software';
import KeyRound from 'lucide-react/icons/key-round';
import { type ReactNode, useEffect, useState } from 'react';
import { passkeyDevice } from '../../../acts/proof/proof.ts';
import { asFailure } from '../../../lib/failure.ts';
import { useAct } from '../../../lib/use-act.ts';
import { useSession } from '../../../lib/use-stores.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { formatCount } from '../../../ui/format.ts';
import { AwaitedContent } from '../../../ui/side-panel.tsx';
import { signersOf } from '../custom-text.ts';
import { Refusal } from '../refusal.tsx';
import { FileSigning } from './file-signing.tsx';
import { touchOf } from './passkey-touch.ts';
import s from '../custom-software.module.css';

export interface SignDialogProps<Answer> {
  /** What is signed, by its name. */
  title: string;
  /** What the button says: "Sign with passkey". */
  verb: string;
  query: { data: ToSign | undefined; error: unknown; isError: boolean; refetch: () => Promise<unknown> };
  /** The statement in plain words; null where it cannot be read, and then it is not signed here. */
  describe: (statement: string) => ReactNode;
  /** What is typed where nobody else agrees. */
  typedTitle: string;
  fileName: string;
  /** Whose keys count. */
  approvers: readonly string[];
  send: (body: SignedBody) => Promise<Answer>;
  onDone: () => void;
  onClose: () => void;
}

/** The server says in words why there is nothing to sign. */
const whyNot = (thrown: unknown): string => {
  const { type, message } = asFailure(thrown);
  return type === 400 ? message : 'Unable to fetch what is to be signed.';
};

/** Shows all that a statement says, and has one of the caller's passkeys sign it, or takes what a key in a file signed. */
export function SignDialog<Answer>(props: SignDialogProps<Answer>) {
  const { data } = props.query;
  if (data) return <OpenSigning key={data.statementHash} {...props} toSign={data} />;
  return (
    <Dialog title={props.title} isOpen onClose={props.onClose} actions={<Button onPress={props.onClose}>Close</Button>}>
      <AwaitedContent query={props.query}>{whyNot(props.query.error)}</AwaitedContent>
    </Dialog>
  );
}

const touches = ['customSoftware', 'approvers'] as const;
type Sign = () => Promise<Pick<SignedBody, 'passkey' | 'signed'>>;

function OpenSigning<Answer>(props: SignDialogProps<Answer> & { toSign: ToSign }) {
  const { title, verb, describe, typedTitle, fileName, approvers, send, onDone, onClose, toSign } = props;
  const own = useSession((session) => session.userAccountUuid);
  const [typed, setTyped] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const signAndSend = async (sign: Sign): Promise<Answer> =>
    send({
      statementHash: toSign.statementHash,
      ...(await sign()),
      ...(toSign.isTitleAsked && { title: typed.trim() }),
    });
  const act = useAct(signAndSend, { touches, onRefused: setRefusal });
  const attempt = (sign: Sign) => {
    setRefusal(null);
    act.mutate(sign, { onSuccess: onDone });
  };
  const content = describe(toSign.statement);
  const hasSigned = toSign.signatures.some(({ userAccountUuid }) => userAccountUuid === own);
  const hasKey = toSign.credentials.length > 0 && toSign.rpId !== null;
  const mayBeSent = content !== null && (!toSign.isTitleAsked || typed.trim() === typedTitle);
  const maySign = mayBeSent && hasKey && !hasSigned;
  const signWithPasskey = () => attempt(async () => ({ passkey: await touchOf(toSign) }));
  // Fetched ahead: some browsers ask the device only right after a press.
  useEffect(() => void (hasKey && passkeyDevice().catch(() => undefined)), [hasKey]);
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      onSubmit={maySign && !act.isPending ? signWithPasskey : undefined}
      actions={
        <>
          <Button onPress={onClose}>Close</Button>
          <Button
            variant="primary"
            icon={KeyRound}
            isDisabled={!maySign}
            isPending={act.isPending}
            onPress={signWithPasskey}
          >
            {verb}
          </Button>
        </>
      }
    >
      <div className="stack">
        <Refusal text={refusal} />
        {content ?? (
          <Banner tone="danger">
            This console cannot read the statement, so it is not signed here. Reload the page; it may be older than the
            server.
          </Banner>
        )}
        <SignatureFacts toSign={toSign} />
        <WhoMaySign hasSigned={hasSigned} hasKey={hasKey} toSign={toSign} approvers={approvers} />
        {toSign.isTitleAsked && !hasSigned && (
          <TextField
            label={`Type ${typedTitle} to sign`}
            description="The scanner does not answer for every file of it, and nobody else has to agree."
            autoComplete="off"
            maxLength={customLimits.title}
            value={typed}
            onChange={setTyped}
          />
        )}
        {!hasSigned && (
          <FileSigning
            statement={toSign.statement}
            fileName={fileName}
            isDisabled={!mayBeSent || act.isPending}
            onSigned={(signed) => attempt(() => Promise.resolve({ signed }))}
            onProblem={setRefusal}
          />
        )}
      </div>
    </Dialog>
  );
}

/** What identifies the statement, and who has signed it so far. */
function SignatureFacts({ toSign: { statementHash, signatures, neededCount } }: { toSign: ToSign }) {
  const signers = signersOf(signatures);
  return (
    <Facts
      facts={[
        { term: 'Hash of the statement', detail: <code className={s['hash']}>{statementHash}</code> },
        { term: 'Must sign', detail: formatCount(neededCount, 'person', 'different people') },
        { term: 'Has signed', detail: signers.length === 0 ? 'Nobody yet' : signers.join(', ') },
      ]}
    />
  );
}

interface WhoMaySignProps {
  hasSigned: boolean;
  hasKey: boolean;
  toSign: ToSign;
  approvers: readonly string[];
}

/** Why the caller cannot sign with a passkey, and who can. */
function WhoMaySign({ hasSigned, hasKey, toSign, approvers }: WhoMaySignProps) {
  const own = useSession(({ username }) => username);
  if (hasSigned)
    return (
      <Banner tone="success">
        You have signed. {signersOf(toSign.signatures).length < toSign.neededCount && 'Others have to sign too.'}
      </Banner>
    );
  if (hasKey) return null;
  return (
    <Banner tone="info">
      {toSign.rpId === null
        ? 'The approvers of this site have keys in files, and no passkeys.'
        : `None of the passkeys of ${own} is an approver’s.`}{' '}
      {approvers.length > 0 && `These people can sign: ${approvers.join(', ')}.`}
    </Banner>
  );
}
