/** What is told of what somebody did with a place of theirs. */
export const placeNotices = {
  waiting: { title: 'You are on the waiting list', text: 'We write to you when a place is free for you.' },
  left: { title: 'You wait no more', text: 'The next one in line moves up.' },
  walletNamed: { title: 'Your wallet is noted', text: 'Your LGM are sent to it once two of us have released them.' },
  moved: { title: 'Your place has moved', text: 'What you paid went with it.' },
} as const;
