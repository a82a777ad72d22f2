import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import { Button } from './button.tsx';

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState<string | null>(null);
  const isCopied = copied === text;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(text),
      // Refused by the browser: the text stands there to be selected by hand.
      () => setCopied(null),
    );
  return (
    <Button icon={isCopied ? Check : Copy} onPress={() => void copy()}>
      {isCopied ? 'Copied' : label}
    </Button>
  );
}
