import { type CustomConfig, customSoftware, type SignedBody } from '@patchkeep/contract/custom-software';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/client.ts';
import { Facts } from '../../../ui/facts.tsx';
import { notify } from '../../../ui/notify.tsx';
import { argumentFacts } from '../argument-facts.tsx';
import { packageToSignQuery, useApproversQuery } from '../custom-software.queries.ts';
import { peopleOf } from '../custom-text.ts';
import { FileList } from '../file-list.tsx';
import { SignDialog } from './sign-dialog.tsx';
import { fileFacts, packageFacts, readPackage } from './signed-statement.ts';

const describe = (statement: string) => {
  const given = readPackage(statement);
  if (!given) return null;
  return (
    <>
      <p>
        Every host of the site that a job names will run this as the system. Sign it only if you know where the files
        come from.
      </p>
      <Facts facts={[...packageFacts(given), ...argumentFacts(given)]} />
      <FileList files={fileFacts(given)} />
    </>
  );
};

interface SignCustomDialogProps {
  config: Pick<CustomConfig, 'customDeploymentConfigUuid' | 'title'>;
  onClose: () => void;
}

/** Signs custom software as one of the approvers of the site. */
export function SignCustomDialog({ config, onClose }: SignCustomDialogProps) {
  const { customDeploymentConfigUuid: id, title } = config;
  const query = useQuery(packageToSignQuery(id));
  const { data: vouching } = useQuery(useApproversQuery());
  const send = (body: SignedBody) =>
    call(
      customSoftware.sign,
      { params: { id }, body },
      { operation: { verb: 'approve', thing: 'custom deployment configs' } },
    );
  return (
    <SignDialog
      title={`Sign "${title}"`}
      verb="Sign with passkey"
      query={query}
      describe={describe}
      typedTitle={(query.data && readPackage(query.data.statement)?.title) ?? title}
      fileName="custom-package.json"
      approvers={peopleOf(vouching?.approvers?.keys ?? [])}
      send={send}
      onDone={() => {
        onClose();
        notify({ tone: 'success', text: `You signed "${title}".` });
      }}
      onClose={onClose}
    />
  );
}
