import { CopyButton } from '../../ui/copy-button.tsx';
import { QrCode } from './qr-code.tsx';
import s from './second-factor.module.css';

interface ScanAppProps {
  mfaUri: string;
  secret: string;
}

/** The secret of an authenticator app: to scan, to type and to copy. */
export function ScanApp({ mfaUri, secret }: ScanAppProps) {
  return (
    <div className={s['scan']}>
      <QrCode text={mfaUri} label="QR code for your authenticator app" />
      <div className={s['stack']}>
        <p>
          In the authenticator app on your phone, add an account and point the camera here. Without a camera, type this
          key:
        </p>
        <code className={s['key']}>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
        <div className={s['buttons']}>
          <CopyButton text={secret} label="Copy key" />
        </div>
      </div>
    </div>
  );
}
