/** Those messages in English that scripts without a parser of messages show. */
export const scriptEn = {
  'frame.title': '{heading} – Verification service',
  'frame.title_with_error': 'Error: {heading} – Verification service',
  'frame.try_again': 'Try again',
  'frame.fill_in': 'This field is required.',
  'frame.number': 'Enter a number such as 52.5219.',
  'frame.range': 'Enter a number from {least} to {most}.',
  'frame.too_many': 'Too many requests. Try again in {time}.',
  'frame.our_fault':
    'Something went wrong on our side. If you contact us, include the number {number}.',
  'frame.our_fault_unnumbered': 'Something went wrong on our side. Try again in a minute.',
} as const;
