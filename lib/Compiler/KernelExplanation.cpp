//===- KernelExplanation.cpp - Why a kernel is as it is -------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects what lib/Explain finds at the levels of a kernel, and what a run of
// it took.
//
//===----------------------------------------------------------------------===//

#include "weft/Compiler/Kernel.h"

#include "CompilerContext.h"
#include "DiagnosticRecorder.h"
#include "PatternSource.h"

#include "weft/Explain/ExplanationPage.h"
#include "weft/Runtime/Tensor.h"
#include "weft/Support/TextLocations.h"

#include "mlir/IR/AsmState.h"

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

/// The most entries that are listed to be counted: a second or so.
static constexpr int64_t mostEntries = 20000000;

/// Counts the entries of a tensor by their coordinates of a mode.
static bool countByMode(const runtime::Tensor &tensor, size_t mode,
                        std::vector<int64_t> &counts) {
  auto order = static_cast<size_t>(tensor.order());
  int64_t count = tensor.numStored();
  if (mode >= order || count > mostEntries || tensor.dims()[mode] > mostEntries)
    return false;
  counts.assign(tensor.dims()[mode], 0);
  std::vector<int64_t> coordinates(count * order);
  std::vector<char> values(count * runtime::sizeOf(tensor.type()));
  tensor.entries(coordinates.data(), values.data());
  for (int64_t number = 0; number < count; ++number)
    ++counts[coordinates[number * order + mode]];
  return true;
}

/// How many operations of arithmetic an expression has: operators, functions
/// and reductions.
static int64_t countOperations(const notation::Expr &expression) {
  const auto *binary = expression.getAs<notation::Binary>();
  bool isOperation = (binary && !notation::isComparison(binary->op)) ||
                     expression.getAs<notation::Call>() ||
                     expression.getAs<notation::Reduction>();
  int64_t count = isOperation;
  notation::forEachOperand(expression, [&](const notation::ExprPtr &operand) {
    count += countOperations(*operand);
  });
  return count;
}

static explain::RunMeasurements measure(const Kernel &kernel,
                                        const RunDescription &run) {
  explain::RunMeasurements measured;
  for (const auto &[given, tensor] :
       llvm::zip_equal(run.tensors, kernel.tensors())) {
    analysis::MeasuredTensor made;
    made.name = tensor.name;
    made.dims = given.tensor->dims();
    made.variables = given.variables;
    made.numStored = given.tensor->numStored();
    const runtime::Format &format = given.tensor->format();
    if (!format.levels.empty() &&
        format.levels.front().part == runtime::LevelPart::Whole)
      made.outermost = static_cast<size_t>(format.levels.front().mode);
    made.countByMode = [stored = given.tensor](size_t mode,
                                               std::vector<int64_t> &counts) {
      return countByMode(*stored, mode, counts);
    };
    measured.tensors.push_back(std::move(made));
    measured.numBytes.push_back(given.numBytes);
  }
  for (const notation::Statement &statement : kernel.program().statements)
    measured.numOperations += countOperations(*statement.assignment.value) +
                              statement.assignment.accumulates;
  measured.readTime = run.readTime;
  measured.compileTime = run.compileTime;
  measured.runTime = run.runTime;
  return measured;
}

//===----------------------------------------------------------------------===//
// Explanations
//===----------------------------------------------------------------------===//

/// The lines of a module, each with the place in `text` that the first
/// operation in it comes from.
static explain::CodeListing getListing(StringRef title, ModuleOp module,
                                       StringRef text) {
  AsmState::LocationMap places;
  AsmState state(module, OpPrintingFlags(), &places);
  std::string printed;
  llvm::raw_string_ostream os(printed);
  module.print(os, state);
  llvm::DenseMap<size_t, explain::TextRange> ranges;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto place = places.find(op);
    std::optional<notation::Range> range =
        findRange(getOriginalLocation(op->getLoc()), text);
    // Lines count from one.
    if (place != places.end() && range && place->second.first > 0)
      ranges.try_emplace(place->second.first - 1,
                         explain::TextRange(range->begin, range->end));
  });
  return {title.str(),
          explain::splitLines(
              printed, [&](size_t line) -> std::optional<explain::TextRange> {
                auto range = ranges.find(line);
                if (range == ranges.end())
                  return std::nullopt;
                return range->second;
              })};
}

llvm::Expected<std::string> Kernel::explain(bool html,
                                            const RunDescription *run) const {
  CompilerContext context;
  std::string text;
  llvm::raw_string_ostream os(text);
  if (request.patterns && (!html || firstLevel != IRLevel::TIN)) {
    if (html)
      return request.patterns->refuseLevel();
    os << request.patterns->explain();
    if (firstLevel != IRLevel::TIN)
      return text;
    os << "\n";
  }
  explain::ExplanationPage page;
  // Statements are explained before lattices take their place.
  SmallVector<OwningOpRef<ModuleOp>> modules;
  for (IRLevel level : {IRLevel::CIN, IRLevel::Lattice}) {
    llvm::Expected<OwningOpRef<ModuleOp>> lowered = lower(level);
    if (!lowered)
      return lowered.takeError();
    modules.push_back(std::move(*lowered));
    page.explanation.add(*modules.back());
  }
  if (usesGPU(request.lowering)) {
    llvm::Expected<OwningOpRef<ModuleOp>> mapped = lower(IRLevel::MemRef);
    if (!mapped)
      return mapped.takeError();
    page.explanation.addLaunches(**mapped);
  }
  llvm::Expected<std::vector<std::string>> plan = describePlan();
  if (!plan)
    return plan.takeError();
  for (const std::string &line : *plan)
    page.explanation.addPlanned(line);
  for (const KernelTensor &result : results())
    if (result.assembled)
      page.explanation.addConversion(
          result.name + " is assembled as " +
          runtime::toString(*result.assembled) + ", and packed into " +
          runtime::toString(result.format) + " after the kernel");
  if (run)
    page.explanation.setMeasurements(measure(*this, *run));
  if (!html) {
    page.explanation.print(os);
    return text;
  }

  const std::string source = request.patterns ? getPatterns() : request.text;
  page.source = source;
  page.listings.push_back(getListing("cin", *modules[0], source));
  page.listings.push_back(getListing("lattice", *modules[1], source));
  for (auto [title, level] :
       {std::pair("tin", IRLevel::TIN), std::pair("scf", IRLevel::SCF),
        std::pair("memref", IRLevel::MemRef)}) {
    llvm::Expected<OwningOpRef<ModuleOp>> lowered = lower(level);
    if (!lowered)
      return lowered.takeError();
    auto at =
        level == IRLevel::TIN ? page.listings.begin() : page.listings.end();
    page.listings.insert(at, getListing(title, **lowered, source));
  }
  llvm::Expected<std::string> code = print("llvm");
  if (!code)
    return code.takeError();
  page.listings.push_back({"llvm", explain::splitLines(*code, [](size_t) {
                             return std::nullopt;
                           })});
  page.print(os);
  return text;
}
