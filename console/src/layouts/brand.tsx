import { useBrand } from '../api/site.ts';
import { Logo } from '../ui/pictures/logo.tsx';

/** The logo of the service, and its name if there is room. */
export function Brand({ isSmall = false }: { readonly isSmall?: boolean }) {
  const { service_name: name, logo } = useBrand();
  return (
    <>
      {logo === null ? <Logo /> : <img className="logo" src={logo} alt="" width={24} height={24} />}
      {isSmall ? null : <b>{name}</b>}
    </>
  );
}
