//===- ControlFlow.cpp - Loops and branches ---------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the operations of `scf`.
//
//===----------------------------------------------------------------------===//

#include "FunctionPrinter.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Support/ShortLoops.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

#include <utility>

using namespace mlir;
using namespace weft;
using namespace weft::csource;

/// What says to OpenMP how iterations are handed out.
static std::string getPragma(DistributionAttr how) {
  std::string text = "#pragma omp parallel for schedule(";
  text += how.isDynamic() ? "dynamic" : "static";
  if (how.getChunk())
    text += ", " + std::to_string(*how.getChunk());
  return text + ")\n";
}

/// Whether a loop around vector loops is not to be vectorized itself.
static bool isKeptScalar(scf::ForOp loop) {
  auto annotation =
      loop->getAttrOfType<LLVM::LoopAnnotationAttr>(kLoopAnnotationAttr);
  return annotation && annotation.getVectorize() &&
         annotation.getVectorize().getDisable().getValue() &&
         llvm::any_of(loop.getBody()->getOps<scf::ForOp>(), isVector);
}

void FunctionPrinter::printForHeader(const std::string &counter,
                                     const std::optional<Expr> &lower,
                                     const Expr &upper, const Expr &step) {
  raw_ostream &out = line();
  out << "for (";
  if (lower)
    out << "int64_t " << counter << " = " << lower->assignedTo(CType::I64);
  out << "; " << counter << " < "
      << widenTo(upper, CType::I64).within(Binding::Shift) << "; " << counter;
  if (step.literal && *step.literal == 1)
    out << "++";
  else
    out << " += " << step.text;
  out << ") {\n";
}

bool FunctionPrinter::capture(std::string &text, function_ref<void()> print) {
  llvm::raw_string_ostream stream(text);
  raw_ostream *outerStream = std::exchange(os, &stream);
  bool outerUses = std::exchange(usesGiveUp, false);
  print();
  os = outerStream;
  bool givesUp = std::exchange(usesGiveUp, outerUses);
  usesGiveUp |= givesUp;
  return givesUp;
}

bool FunctionPrinter::printParallelBody(Block &block,
                                        const std::string &counter) {
  std::string outerRun = run, outerGiveUp = giveUp;
  bool outerUses = usesGiveUp;
  std::string label = scopes.declareLabel("next_" + counter);
  giveUp = "goto " + label;
  run = "&part";
  std::string body;
  bool mayFail = capture(body, [&] { printBlock(block); });
  bool needsRun = body.find("&part") != std::string::npos;
  if (needsRun)
    line() << "weft_run part = {0};\n";
  *os << body;
  if (mayFail)
    *os << label << ":\n";
  run = outerRun;
  giveUp = outerGiveUp;
  usesGiveUp = outerUses;
  if (needsRun) {
    facts.prelude.require("weft_join");
    line() << "weft_join(" << run << ", &part);\n";
  }
  return mayFail;
}

void FunctionPrinter::printFor(scf::ForOp op) {
  auto how = getParallel(op);
  if (op.getUnsignedCmp() || !op.getInductionVar().getType().isIndex()) {
    (void)refuse(op, "it has a loop that counts otherwise than by indices");
    return;
  }
  if (how && op.getNumRegionIterArgs() != 0) {
    (void)refuse(op, "it has a parallel loop that carries values");
    return;
  }
  SmallVector<Variable *> carried = initialize(
      op, op.getInitArgsMutable(), op.getRegionIterArgs(), op.getResults());
  std::optional<Expr> lower = get(op.getLowerBound());
  Expr upper = get(op.getUpperBound()), step = get(op.getStep());
  // The counter of an earlier loop is used again if nothing reads it later.
  Variable *counter = findVariable(op.getLowerBound());
  // Its iterations do nothing but compute, and in any order if they carry
  // nothing.
  bool hasLanes = isVector(op) && op.getNumRegionIterArgs() == 0 && !isDevice();
  bool goesOn =
      !how && !hasLanes && counter &&
      canOverwrite(counter, op, /*inside=*/false, &op.getLowerBoundMutable());
  scopes.push();
  if (goesOn) {
    counter->holds.clear();
    bind(op.getInductionVar(), counter);
    lower.reset();
  } else {
    counter = makeVariable(op.getInductionVar(), op, /*isMutable=*/false);
  }
  if (how)
    *os << "#ifdef _OPENMP\n" << getPragma(how) << "#endif\n";
  targets[op.getBody()] = carried;
  bool mayFail = false;
  std::string loop;
  bool givesUp = capture(loop, [&] {
    printForHeader(counter->name, lower, upper, step);
    ++depth;
    if (how)
      mayFail = printParallelBody(*op.getBody(), counter->name);
    else
      printBlock(*op.getBody());
    --depth;
    line() << "}\n";
  });
  // OpenMP allows no branches out of such a loop.
  if (hasLanes && !givesUp) {
    facts.prelude.requireSimd();
    line() << "WEFT_SIMD\n";
  }
  if (isKeptScalar(op)) {
    facts.prelude.requireScalar();
    line() << "WEFT_SCALAR\n";
  }
  *os << loop;
  if (mayFail)
    printFail();
  scopes.pop();
  for (auto [variable, result] : llvm::zip_equal(carried, op.getResults())) {
    if (!variable)
      continue;
    variable->holds.clear();
    bind(result, variable);
  }
}

void FunctionPrinter::printWhile(scf::WhileOp op) {
  Block &before = *op.getBeforeBody(), &after = *op.getAfterBody();
  scf::ConditionOp condition = op.getConditionOp();
  // What is computed before the condition is known goes to the results.
  SmallVector<Value> resultsOf(op.getNumOperands());
  for (auto [argument, result] :
       llvm::zip_equal(condition.getArgs(), op.getResults()))
    if (auto carried = dyn_cast<BlockArgument>(argument);
        carried && carried.getOwner() == &before &&
        !resultsOf[carried.getArgNumber()])
      resultsOf[carried.getArgNumber()] = result;
  for (auto [result, init] : llvm::zip_equal(resultsOf, op.getInits()))
    if (!result)
      result = init;
  SmallVector<Variable *> carried =
      initialize(op, op.getInitsMutable(), op.getBeforeArguments(), resultsOf);

  SmallVector<Variable *> passed, assigned;
  bool isSimple =
      llvm::all_of(before.without_terminator(), [&](Operation &nested) {
        return placement.isInlined(&nested);
      });
  for (auto [argument, inside, result] : llvm::zip_equal(
           condition.getArgs(), op.getAfterArguments(), op.getResults())) {
    Variable *variable = variables.lookup(argument);
    bool isCarried = variable && llvm::is_contained(carried, variable);
    // What has a name before the condition keeps it inside.
    bool isNamed = argument.getParentBlock() == &before &&
                   argument.getDefiningOp() &&
                   !placement.isInlined(argument.getDefiningOp()) &&
                   !placement.isLive(result);
    if (!isCarried && isNamed) {
      isSimple = false;
      assigned.push_back(nullptr);
    } else if (!isCarried &&
               (placement.isLive(inside) || placement.isLive(result))) {
      isSimple = false;
      variable = makeVariable(result, op, /*isMutable=*/true);
      declare(*variable);
      assigned.push_back(variable);
    } else {
      assigned.push_back(nullptr);
    }
    passed.push_back(variable);
  }

  Expr test;
  scopes.push();
  if (isSimple) {
    test = get(condition.getCondition());
    line() << "while (" << test.text << ") {\n";
    ++depth;
  } else {
    line() << "for (;;) {\n";
    ++depth;
    printBlock(before);
    assignAll(assigned, condition.getArgs());
    // The arguments have the names of the results now.
    test = makeNot(get(condition.getCondition()));
    line() << "if (" << test.text << ")\n";
    ++depth;
    line() << "break;\n";
    --depth;
  }
  for (auto [variable, argument, inside] :
       llvm::zip_equal(passed, condition.getArgs(), op.getAfterArguments())) {
    Variable *source = variable ? variable : variables.lookup(argument);
    if (source && placement.isLive(inside))
      bind(inside, source);
  }
  targets[&after] = carried;
  printBlock(after);
  scopes.pop();
  --depth;
  line() << "}\n";
  for (Variable *variable : carried)
    if (variable)
      variable->holds.clear();
  for (auto [variable, result] : llvm::zip_equal(passed, op.getResults()))
    if (variable)
      bind(result, variable);
}

Variable *
FunctionPrinter::findResultVariable(scf::IfOp op, OpResult result,
                                    const DenseSet<Variable *> &claimed) {
  bool needsLength =
      isa<MemRefType>(result.getType()) && facts.arrays.needsLength(result);
  auto fits = [&](Variable *variable) {
    return variable && !claimed.contains(variable) &&
           (!needsLength || variable->ownsLength) &&
           canOverwrite(variable, op, /*inside=*/true);
  };
  Variable *variable = findTarget(result, op, /*inside=*/true);
  for (auto yield : {op.elseYield(), op.thenYield()})
    if (!fits(variable))
      variable = variables.lookup(yield.getOperand(result.getResultNumber()));
  if (!fits(variable)) {
    variable = makeVariable(result, op, /*isMutable=*/true);
    declare(*variable);
  }
  return variable;
}

std::string FunctionPrinter::printBranch(Block &block,
                                         ArrayRef<Variable *> slots) {
  raw_ostream *outer = os;
  std::string text;
  llvm::raw_string_ostream stream(text);
  os = &stream;
  targets[&block] = llvm::to_vector(slots);
  scopes.push();
  ++depth;
  printBlock(block);
  --depth;
  scopes.pop();
  os = outer;
  return text;
}

bool FunctionPrinter::isElseIf(Block &block, StringRef text) const {
  auto statements = llvm::make_filter_range(
      block.without_terminator(),
      [&](Operation &nested) { return !placement.isInlined(&nested); });
  return llvm::hasSingleElement(statements) &&
         isa<scf::IfOp>(*statements.begin()) &&
         text.ltrim().starts_with("if (") &&
         text.rtrim().ends_with("\n" + std::string(2 * depth + 2, ' ') + "}");
}

/// Prints lines moved out by one level, the first one without indentation.
static void printOutdented(raw_ostream &os, StringRef text) {
  SmallVector<StringRef> lines;
  text.rtrim().split(lines, '\n');
  for (auto [number, line] : llvm::enumerate(lines))
    os << (number == 0 ? line.ltrim()
                       : line.drop_front(std::min<size_t>(
                             2, line.size() - line.ltrim().size())))
       << "\n";
}

void FunctionPrinter::printIf(scf::IfOp op) {
  Expr condition = get(op.getCondition());
  SmallVector<Variable *> slots;
  DenseSet<Variable *> claimed;
  for (OpResult result : op.getResults()) {
    Variable *variable = nullptr;
    if (placement.isLive(result)) {
      variable = findResultVariable(op, result, claimed);
      claimed.insert(variable);
    }
    slots.push_back(variable);
  }
  SmallVector<std::pair<Variable *, SmallVector<Value, 2>>> before;
  for (const std::unique_ptr<Variable> &variable : storage)
    before.push_back({variable.get(), variable->holds});
  // One of the branches may be empty.
  std::string yes = printBranch(*op.thenBlock(), slots), no;
  if (op.elseBlock()) {
    // The variables have what they had before the first branch.
    for (auto &[variable, holds] : before)
      variable->holds = holds;
    no = printBranch(*op.elseBlock(), slots);
  }
  if (yes.empty() && !no.empty()) {
    line() << "if (" << makeNot(condition).text << ") {\n" << no;
    line() << "}\n";
  } else if (!yes.empty()) {
    line() << "if (" << condition.text << ") {\n" << yes;
    if (op.elseBlock() && isElseIf(*op.elseBlock(), no)) {
      line() << "} else ";
      printOutdented(*os, no);
    } else {
      if (!no.empty())
        line() << "} else {\n" << no;
      line() << "}\n";
    }
  }
  for (auto [variable, result] : llvm::zip_equal(slots, op.getResults())) {
    if (!variable)
      continue;
    variable->holds.clear();
    bind(result, variable);
  }
}
