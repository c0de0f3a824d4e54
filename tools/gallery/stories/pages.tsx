import { Button } from '../../../src/ui/button.tsx';
import { chunkErrorMessage } from '../../../src/ui/chunk-error.ts';
import { Field } from '../../../src/ui/field.tsx';
import { Footer } from '../../../src/ui/footer.tsx';
import { Landscape, LazyLandscape } from '../../../src/ui/landscape.tsx';
import { Logo } from '../../../src/ui/logo.tsx';
import { MapScene } from '../../../src/ui/map-scene.tsx';
import { Navigation } from '../../../src/ui/navigation.tsx';
import NotFound from '../../../src/ui/not-found.tsx';
import { PageError } from '../../../src/ui/page-error.tsx';
import { ScreenHead } from '../../../src/ui/screen-head.tsx';
import { SignInRequired } from '../../../src/ui/sign-in-required.tsx';
import { StepFrame } from '../../../src/ui/step-frame.tsx';
import { longText, type Stories } from '../story.ts';

export const pages: Stories = {
  Navigation: { 'On the trading page': <Navigation path="/trading" /> },
  Footer: { Default: <Footer /> },
  ScreenHead: {
    Default: (
      <div className="wrap">
        <ScreenHead title="Your orders" text="Everything you bought and sold." />
      </div>
    ),
    'Long text': (
      <div className="wrap">
        <ScreenHead title={longText} text={longText} />
      </div>
    ),
  },
  Pictures: {
    Logo: (
      <span className="mark">
        <Logo />
      </span>
    ),
    Landscape: (
      <div className="gallery-picture">
        <Landscape view="band" />
      </div>
    ),
    'Landscape, loaded later': (
      <div className="gallery-picture">
        <LazyLandscape view="empty" />
      </div>
    ),
  },
  'Map, closed gate': {
    Scene: (
      <div className="wrap scene">
        <MapScene variant="gate" />
      </div>
    ),
  },
  'Map, end of the path': {
    Scene: (
      <div className="wrap scene">
        <MapScene variant="ends" />
      </div>
    ),
  },
  'Whole pages': {
    'Not found': <NotFound />,
    'Sign-in needed': <SignInRequired />,
    Error: <PageError error={new Error('broken')} />,
    'Missing chunk': <PageError error={new Error(chunkErrorMessage)} />,
  },
  StepFrame: {
    'Step 2 of 5': (
      <StepFrame
        name="KYC Tier 1"
        title="Your address"
        step={2}
        count={5}
        close={<Button variant="bare">Close</Button>}
      >
        <div className="stack">
          <Field label="Street" hint="As on your bill." />
          <Button full>Continue</Button>
        </div>
      </StepFrame>
    ),
  },
};
