#pragma once

#include <cstdio>
#include <iostream>

// Tests of the plain C++ cores: each is a program that calls CHECK and ends with `return Failures();`. Its
// first line says which sources of the repository it is compiled with.

namespace guildhall::test {

inline int& FailureCount() {
  static int count = 0;
  return count;
}

// The exit code: 0 if every CHECK held.
inline int Failures() { return FailureCount() == 0 ? 0 : 1; }

}  // namespace guildhall::test

#define CHECK(condition)                                                           \
  do {                                                                             \
    if (!(condition)) {                                                            \
      std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      guildhall::test::FailureCount() += 1;                                        \
    }                                                                              \
  } while (false)

// The same for two values that are to be equal; tells both.
#define CHECK_EQUAL(actual, expected)                                                             \
  do {                                                                                            \
    const auto& actual_value = (actual);                                                          \
    const auto& expected_value = (expected);                                                      \
    if (!(actual_value == expected_value)) {                                                      \
      std::cerr << __FILE__ << ":" << __LINE__ << ": " #actual " is " << actual_value << ", not " \
                << expected_value << "\n";                                                        \
      guildhall::test::FailureCount() += 1;                                                       \
    }                                                                                             \
  } while (false)
