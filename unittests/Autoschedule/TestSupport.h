//===- TestSupport.h - Problems of the document -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The three problems of section 3 of the document, and others from text.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_UNITTESTS_AUTOSCHEDULE_TESTSUPPORT_H
#define WEFT_UNITTESTS_AUTOSCHEDULE_TESTSUPPORT_H

#include "weft/Autoschedule/Space.h"
#include "weft/Notation/Arguments.h"

#include "gtest/gtest.h"

namespace weft {
namespace autoschedule {

/// The problem of a text with formats "NAME:FORMAT" and sizes "NAME:SIZES", or
/// the rendered error.
inline Problem makeProblem(std::string_view text,
                           const std::vector<std::string> &formats = {},
                           const notation::Sizes &sizes = {},
                           std::string *error = nullptr) {
  auto program = notation::parseProgram(text);
  EXPECT_TRUE(bool(program)) << text;
  Formats given;
  for (const std::string &format : formats) {
    auto parsed = notation::parseFormatArgument(format, *program);
    EXPECT_TRUE(bool(parsed)) << format;
    given[parsed->name] = parsed->value;
  }
  auto problem = deriveProblem(*program, given, sizes);
  if (problem)
    return *problem;
  if (error)
    *error = notation::render(problem.error(), text);
  else
    ADD_FAILURE() << notation::render(problem.error(), text);
  return {};
}

inline Problem makeSpmv() {
  return makeProblem("y(i) = A(i,j) * x(j)", {"A:CSR"});
}
inline Problem makeSpmm(Target target) {
  return makeProblem(target == Target::CPU ? "C(i,k) = A(i,j) * B(j,k)"
                                           : "C(k,i) = A(i,j) * B(j,k)",
                     {"A:CSR"}, {{}, {{"k", 128}}});
}
inline Problem makeMttkrp() {
  return makeProblem("A(i,j) = B(i,k,l) * C(k,j) * D(l,j)", {"B:dss"},
                     {{}, {{"j", 32}}});
}

inline ScheduleSpace makeSpace(Problem problem, Target target,
                               size_t maxParameters = SIZE_MAX) {
  SpaceOptions options;
  options.target = target;
  options.partition.maxParameters = maxParameters;
  return ScheduleSpace(std::move(problem), options);
}

} // namespace autoschedule
} // namespace weft

#endif // WEFT_UNITTESTS_AUTOSCHEDULE_TESTSUPPORT_H
