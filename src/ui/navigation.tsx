import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Mark } from './mark.tsx';
import { forWhom, mainPlaces, ownPlaces, type Place } from './places.ts';
import { CloseIcon, MenuIcon } from './shell-icons.tsx';
import { signOut } from './sign-out.ts';
import { ThemeButton, ThemeChoices } from './theme-switch.tsx';

/** Current is the place itself and everything below it. */
const isHere = (path: string, { to }: Place): boolean => path === to || path.startsWith(`${to}/`);

function PlaceLink({ place, path, className = '' }: { place: Place; path: string; className?: string }) {
  const classes = [className, forWhom(place)].filter(Boolean).join(' ');
  return (
    <Link to={place.to} className={classes || undefined} aria-current={isHere(path, place) ? 'page' : undefined}>
      {place.name}
    </Link>
  );
}

function SignOutButton({ className }: { className: string }) {
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    await signOut();
    setBusy(false);
  };
  return (
    <button type="button" className={`only-in ${className}`} aria-disabled={busy} onClick={busy ? undefined : leave}>
      Sign out
    </button>
  );
}

/** Opens the drawer even before our script runs, in browsers that know the attribute; the others are told by script. */
const opensMenu = { command: 'show-modal', commandfor: 'menu' };
const opensByItself = (button: HTMLButtonElement): boolean => 'commandForElement' in button;

function Drawer({ path }: { path: string }) {
  const drawer = useRef<HTMLDialogElement>(null);
  const close = () => drawer.current?.close();
  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving somewhere is what closes the drawer.
  useEffect(close, [path]);
  return (
    <>
      <button
        type="button"
        className="btn bare sm icon only-phone"
        aria-label="Open menu"
        aria-haspopup="dialog"
        onClick={(event) => opensByItself(event.currentTarget) || drawer.current?.showModal()}
        {...opensMenu}
      >
        <MenuIcon />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop; Esc does it from the keyboard. */}
      <dialog
        ref={drawer}
        id="menu"
        className="drawer"
        aria-label="Menu"
        onClick={(event) => event.target === event.currentTarget && close()}
      >
        <div className="in">
          <button type="button" className="btn bare icon close" aria-label="Close menu" onClick={close}>
            <CloseIcon />
          </button>
          {/* A link to where one already is changes no path, so the click closes the drawer as well. */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click. */}
          <nav aria-label="Menu" onClick={(event) => event.target instanceof HTMLAnchorElement && close()}>
            {[...mainPlaces, ...ownPlaces].map((place) => (
              <PlaceLink key={place.to} place={place} path={path} />
            ))}
            <SignOutButton className="asLink" />
          </nav>
          <ThemeChoices />
        </div>
      </dialog>
    </>
  );
}

/**
 * The bar on top and, under 768 px, the drawer [000 §2 Top navigation]. `path` is the current place; leave it out
 * where it is not known yet. Both navigations stand in the document; who is signed in decides which one shows.
 */
export function Navigation({ path = '' }: { path?: string }) {
  return (
    <header className="top">
      <div className="wrap">
        <Link className="mark" to="/">
          <Mark />
          <span>Cryptocommerce</span>
        </Link>
        <nav aria-label="Main">
          {mainPlaces.map((place) => (
            <PlaceLink key={place.to} place={place} path={path} />
          ))}
        </nav>
        <div className="end">
          <span className="only-wide">
            <ThemeButton />
          </span>
          {ownPlaces.map((place) => {
            const first = place.name === 'Sign up';
            const looks = first ? 'btn sm' : 'btn bare sm only-wide';
            return <PlaceLink key={place.to} place={place} path={path} className={looks} />;
          })}
          <SignOutButton className="btn bare sm only-wide" />
          <Drawer path={path} />
        </div>
      </div>
    </header>
  );
}
