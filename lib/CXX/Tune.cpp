//===- Tune.cpp - The search for a fast schedule --------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hands the operands of a statement to the search of the C interface.
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"
#include "Names.h"
#include "Value.h"

#include "weft-cxx/Error.h"
#include "weft-cxx/Tune.h"

using namespace weft;
using namespace weft::cxx_impl;

namespace {
struct FreeTuning {
  void operator()(weft_tuning *tuning) const { weft_tuning_free(tuning); }
};
} // namespace

static std::vector<Trial> takeTrials(const weft_tuning *tuning) {
  std::vector<Trial> trials;
  for (int64_t number = 0; number < weft_tuning_num_trials(tuning); ++number) {
    weft_trial trial = {};
    weft_tuning_trial(tuning, number, &trial, sizeof trial, nullptr);
    trials.push_back({trial.schedule, trial.partition, trial.status, trial.time,
                      trial.deviation, trial.reason});
  }
  return trials;
}

/// The sizes of the result, "NAME:SIZES"; none if it is a scalar.
static std::vector<std::string> getSizes(const Statement &statement) {
  std::vector<std::string> sizes;
  const TensorInfo &result = *statement.result;
  std::string text;
  for (int64_t dim : result.dims)
    text += (text.empty() ? ":" : ",") + std::to_string(dim);
  if (!text.empty())
    sizes.push_back(Names(statement).of(result) + text);
  return sizes;
}

Tuning cxx::tune(const IndexStmt &stmt, double seconds,
                 const std::string &options) {
  const Statement &statement = *stmt.getStatement();
  std::string text = stmt.toString();
  if (statement.hasSchedule)
    throw Error("expected a statement without a schedule, since the search "
                "chooses it\n  " +
                    text,
                text);
  KernelPtr kernel = compileStatement(statement);
  if (kernel->takesStructure(statement))
    throw Error("expected a result that does not take the structure of another "
                "tensor\n  " +
                    text,
                text);
  std::vector<StoredPtr> kept;
  std::vector<const weft_tensor *> operands;
  for (const TensorInfo *operand : kernel->getOperands({&statement})) {
    kept.push_back(statement.operands.at(operand)->get());
    operands.push_back(kept.back()->getHandle());
  }
  std::vector<std::string> sizes = getSizes(statement);
  std::vector<const char *> pointers;
  for (const std::string &size : sizes)
    pointers.push_back(size.c_str());
  std::string words = "budget=" + std::to_string(seconds) + " " + options;
  weft_tuning *made = nullptr;
  char *error = nullptr;
  if (weft_tune(kernel->getHandle(), operands.data(), int64_t(operands.size()),
                pointers.data(), int64_t(pointers.size()), words.c_str(),
                /*records=*/nullptr, /*records_name=*/nullptr, &made, &error))
    fail(error, text);
  std::unique_ptr<weft_tuning, FreeTuning> tuning(made);
  return {takeTrials(made)};
}
