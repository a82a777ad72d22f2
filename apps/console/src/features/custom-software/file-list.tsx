import s from './custom-software.module.css';

export interface ShownFile {
  name: string;
  detail: string;
  sha256: string | null;
}

/** Files with what identifies them. */
export function FileList({ files }: { files: readonly ShownFile[] }) {
  return (
    <ul aria-label="Files" className={s['files']}>
      {files.map(({ name, detail, sha256 }) => (
        <li key={name}>
          <strong>{name}</strong> <span className="muted">{detail}</span>
          {sha256 !== null && (
            <span className={s['fingerprint']}>
              <span className="muted">SHA-256</span> <code className={s['hash']}>{sha256}</code>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
