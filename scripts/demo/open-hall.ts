/** A check that several demonstrations play, with the photographs and the answers of the person on site. */
export const openHall = {
  ordered: {
    objective: 'Is the exhibition hall open to visitors?',
    address: 'Alexanderplatz 1, 10178 Berlin',
    latitude: 52.5219,
    longitude: 13.4132,
    notes: 'The main entrance is on the square.',
    questions: [
      {
        question_key: 'visitors',
        label: 'How many visitors can you see on the staircase?',
        kind: 'number',
        minimum: 0,
        decimals: 0,
        flag_when: [0],
      },
    ],
  },
  sent: {
    place: { latitude: 52.5219, longitude: 13.4132 },
    photos: ['hall-entrance.jpg', 'staircase.jpg', 'hall-interior.jpg'],
    answers: {
      'staircase.jpg': [
        {
          question_key: 'objective',
          value: 'yes',
          comment: 'A visitor is walking up the main staircase',
        },
        { question_key: 'visitors', value: 1 },
      ],
    },
  },
};
