/** Letters of one lesson at most; eight minutes of reading take some ten thousand. */
export const longestLesson = 15_000;
/** Of all lessons of a course together: a process keeps those of some forty courses. */
export const longestCourse = 400_000;
