import { screens } from '../../../../screens.ts';
import { ButtonLink } from '../../../../ui/button.tsx';

type PlaceLinkProps = { to: string; name: string; look?: 'primary' | 'line'; size?: 'small' };

/** A button to another page; while we do not have that page yet, its name and the honest word that it opens soon. */
export function PlaceLink({ to, name, look, size }: PlaceLinkProps) {
  if (screens.includes(to.replace(/[?#].*/, '')))
    return (
      <ButtonLink to={to} look={look} size={size}>
        {name}
      </ButtonLink>
    );
  return (
    <p className="soon">
      <b>{name}</b> opens soon
    </p>
  );
}
