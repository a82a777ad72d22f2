import { singleSignOn } from '@patchkeep/contract/single-sign-on';
import { useState } from 'react';
import { call } from '../../../lib/client.ts';
import { useAct } from '../../../lib/use-act.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { saving } from './single-sign-on.queries.ts';
import s from './single-sign-on.module.css';

interface MetadataFieldProps {
  onRead: (read: {
    issuer: string;
    signInAddress: string;
    signOutAddress: string | null;
    certificates: string[];
  }) => void;
}

/** Fills the other fields with what the metadata of the identity provider says; nothing is saved by it. */
export function MetadataField({ onRead }: MetadataFieldProps) {
  const [metadata, setMetadata] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const read = useAct(() => call(singleSignOn.readMetadata, { body: { metadata } }, saving), {
    touches: [],
    onRefused: setRefusal,
  });
  return (
    <div className={s['mappings']}>
      {refusal !== undefined && <Banner tone="danger">{refusal}</Banner>}
      <TextField
        label="Metadata (XML)"
        isOptional
        isMultiline
        value={metadata}
        onChange={setMetadata}
        description="Paste what the identity provider offers to download. It fills the fields below."
      />
      <div>
        <Button
          isDisabled={metadata.trim() === ''}
          isPending={read.isPending}
          onPress={() => {
            setRefusal(undefined);
            read.mutate(undefined, { onSuccess: onRead });
          }}
        >
          Read metadata
        </Button>
      </div>
    </div>
  );
}
