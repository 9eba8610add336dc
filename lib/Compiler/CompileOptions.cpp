//===- CompileOptions.cpp - Options of a compilation ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the words of the options of weft_compile().
//
//===----------------------------------------------------------------------===//

#include "CompileOptions.h"

#include "CNames.h"

#include "llvm/ADT/StringSwitch.h"

using namespace weft;

/// Applies a word about programs of patterns. Nothing if it is none.
static std::optional<bool> applyPatternOption(llvm::StringRef word,
                                              CompileRequest &request) {
  using Lowering = PatternOptions::Lowering;
  PatternOptions options = request.patternOptions.value_or(PatternOptions());
  std::optional<bool> known;
  if (word == "patterns") {
    known = true;
  } else if (word.consume_front("patterns=")) {
    auto lowering = llvm::StringSwitch<std::optional<Lowering>>(word)
                        .Case("auto", Lowering::Auto)
                        .Case("index-notation", Lowering::IndexNotation)
                        .Case("loops", Lowering::Loops)
                        .Default(std::nullopt);
    options.lowering = lowering.value_or(Lowering::Auto);
    known = lowering.has_value();
  } else if (word.consume_front("program=")) {
    options.program = word.str();
    known = isIdentifier(word);
  } else if (word.consume_front("sums=")) {
    auto sums = llvm::StringSwitch<std::optional<PatternSums>>(word)
                    .Case("loop", PatternSums::Loop)
                    .Case("closed", PatternSums::Closed)
                    .Case("table", PatternSums::Table)
                    .Default(std::nullopt);
    options.sums = sums.value_or(PatternSums::Table);
    known = sums.has_value();
  }
  if (known)
    request.patternOptions = options;
  return known;
}

/// The member that a word without a value sets; null for other words.
static bool *findFlag(llvm::StringRef word, CompileRequest &request) {
  LoweringOptions &lowering = request.lowering;
  return llvm::StringSwitch<bool *>(word)
      .Case("strict-fp", &lowering.strictFloatingPoint)
      .Case("strict-zero", &request.strictZero)
      .Case("drop-fill", &lowering.dropFill)
      .Case("check-accesses", &lowering.checkAccesses)
      .Case("allow-races", &lowering.allowRaces)
      .Case("deterministic", &lowering.deterministic)
      .Default(nullptr);
}

static bool applyAssembly(llvm::StringRef word, LoweringOptions &lowering) {
  auto assembly = llvm::StringSwitch<std::optional<level::Assembly>>(word)
                      .Case("fused", level::Assembly::Fused)
                      .Case("assemble", level::Assembly::Assemble)
                      .Case("compute", level::Assembly::Compute)
                      .Case("two_phase", level::Assembly::TwoPhase)
                      .Default(std::nullopt);
  lowering.assembly = assembly.value_or(level::Assembly::Fused);
  return assembly.has_value();
}

/// Applies the workspace of a tensor, `w:hashed`, or of all, `hashed`.
static bool applyWorkspace(llvm::StringRef word, CompileRequest &request) {
  auto [name, kind] =
      word.contains(':') ? word.split(':') : std::pair(llvm::StringRef(), word);
  std::optional<level::Workspace> workspace = level::symbolizeWorkspace(kind);
  if (!workspace)
    return false;
  if (word.contains(':'))
    request.workspaces[name.str()] = *workspace;
  else
    request.workspace = workspace;
  return true;
}

static bool applyMerge(llvm::StringRef word, LoweringOptions &lowering) {
  auto ratio = llvm::StringSwitch<std::optional<int64_t>>(word)
                   .Case("auto", LoweringOptions().gallop)
                   .Case("two_finger", -1)
                   .Case("gallop", 0)
                   .Default(std::nullopt);
  lowering.gallop = ratio.value_or(0);
  return ratio.has_value();
}

/// Applies an option with a value that chooses how kernels are lowered. None if
/// it is another word.
static std::optional<bool> applyLoweringOption(llvm::StringRef word,
                                               CompileRequest &request) {
  LoweringOptions &lowering = request.lowering;
  if (word.consume_front("target=")) {
    lowering.gpu = word == "gpu";
    return word == "gpu" || word == "cpu";
  }
  if (word.consume_front("plan=")) {
    lowering.plans = word != "off";
    lowering.alwaysPlans = word == "always";
    return word == "on" || word == "off" || word == "always";
  }
  if (word.consume_front("device="))
    return !word.getAsInteger(10, lowering.device) && lowering.device >= 0 &&
           lowering.device <= 1024;
  if (word.consume_front("assembly="))
    return applyAssembly(word, lowering);
  if (word.consume_front("workspace="))
    return applyWorkspace(word, request);
  if (word.consume_front("merge="))
    return applyMerge(word, lowering);
  if (word.consume_front("schedule=")) {
    // A line each, so that messages show the part that they are about.
    lowering.schedule += (lowering.schedule.empty() ? "" : "\n") + word.str();
    return true;
  }
  return std::nullopt;
}

bool weft::applyOption(llvm::StringRef word, CompileRequest &request) {
  if (std::optional<bool> known = applyPatternOption(word, request))
    return *known;
  if (bool *flag = findFlag(word, request)) {
    *flag = true;
    return true;
  }
  if (std::optional<bool> known = applyLoweringOption(word, request))
    return *known;
  if (word == "no-code") {
    request.generateCode = false;
    return true;
  }
  // The caller of the compiler has searched the cache before.
  if (word == "cache")
    return true;
  if (word.consume_front("statistics=")) {
    auto [name, text] = word.split(':');
    // Those of operands come behind those that are declared.
    request.statistics[name.str()] = text.str();
    return !name.empty() && !text.empty();
  }
  if (word.consume_front("machine=")) {
    // A name, or a line of a description, as `L2_cache_size_in_bytes=1048576`.
    bool isName = !word.contains('=') && !word.starts_with("#");
    request.machineText += (isName ? "name=" : "") + word.str() + "\n";
    return !isName || Machine::find(word).has_value();
  }
  if (word.consume_front("opt="))
    return !word.getAsInteger(10, request.optLevel) && request.optLevel <= 3;
  if (word.consume_front("tensor=")) {
    request.tensors[word.str()];
    return true;
  }
  if (word.consume_front("name=")) {
    request.name = word.str();
    return isIdentifier(word);
  }
  return false;
}
