import { useNavigate, useSearch } from '@tanstack/react-router';
import { ProvidersScreen } from '../../features/guests/providers-screen.tsx';

/** The service providers; the address may carry the link of one. */
export function ProvidersPage() {
  const { request } = useSearch({ strict: false });
  const navigate = useNavigate();
  return (
    <ProvidersScreen request={request} onDone={() => void navigate({ to: '/providers', search: {}, replace: true })} />
  );
}
