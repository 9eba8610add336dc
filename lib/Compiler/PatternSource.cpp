//===- PatternSource.cpp - Programs of patterns to compile ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a text, and lowers its program to index notation or to loops.
//
//===----------------------------------------------------------------------===//

#include "PatternSource.h"

#include "CompilerContext.h"
#include "DiagnosticRecorder.h"
#include "PatternSignature.h"

#include "weft/Conversion/PatternToTIN/PatternToTIN.h"
#include "weft/Dialect/Pattern/IR/Schedule.h"
#include "weft/Dialect/Pattern/Text/ImportPatterns.h"
#include "weft/Dialect/Pattern/Transforms/RuleSequence.h"
#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/Notation/Diagnostic.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace weft;
using namespace weft::pattern;

/// The name of the function of every kernel.
static constexpr StringLiteral kFunctionName = "kernel";

PatternSource::~PatternSource() {
  CompilerContext context;
  module = nullptr;
}

/// An error at the program.
llvm::Error PatternSource::fail(const Twine &message, const Twine &hint) const {
  ProgramOp op = program;
  return failAt(op.getLoc(), message, hint);
}

llvm::Error PatternSource::failAt(Location loc, const Twine &message,
                                  const Twine &hint) const {
  std::optional<notation::Range> range = findRange(loc, text);
  if (!range)
    return llvm::createStringError(message);
  return llvm::createStringError(
      notation::render({message.str(), *range, hint.str(), {}}, text));
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

llvm::Error PatternSource::import() {
  CompilerContext context;
  DiagnosticRecorder recorder(context.get(), text);
  module = importPatterns(text, "patterns", context.get());
  if (!module)
    return recorder.takeError("the import of patterns");
  std::vector<std::string> names;
  for (auto op : module->getOps<ProgramOp>()) {
    names.push_back(op.getSymName().str());
    if (options.program.empty() || options.program == op.getSymName())
      program = op;
  }
  if (names.empty())
    return llvm::createStringError(
        "expected a program, as 'y = fun(x: [float]_3 => x)'");
  std::string hint = "\nhint: the programs are " + llvm::join(names, ", ");
  if (!program)
    return llvm::createStringError("no program is called '" + options.program +
                                   "'" + hint);
  if (options.program.empty() && names.size() > 1)
    return llvm::createStringError(
        "expected one program or the name of one, got " +
        std::to_string(names.size()) + hint);
  return llvm::Error::success();
}

llvm::Error PatternSource::applySchedule(std::string &schedule) {
  SmallVector<StringRef> lines;
  StringRef(schedule).split(lines, '\n');
  std::string rules, rest;
  for (StringRef line : lines) {
    std::string &part = beginsWithRule(line) ? rules : rest;
    part += (part.empty() ? "" : "\n") + line.str();
  }
  RuleError error;
  if (!applyRules(program, rules, error))
    return llvm::createStringError(notation::render(
        {error.message, {error.begin, error.end}, error.hint, {}}, rules));
  schedule = rest;
  return llvm::Error::success();
}

/// Whether the signature has a number as an index variable: not if the size of
/// a tensor is less by a constant.
static bool isIndexVariable(const Signature &tensors, StringRef nat) {
  std::optional<Nat> size = findSizeOf(tensors, nat);
  return size && *(*size - Nat::variable(nat)).getConstant() >= 0;
}

/// Gives values to numbers that are the sizes of no tensor.
llvm::Error PatternSource::takeNumbers(SmallVectorImpl<std::string> &given) {
  llvm::Error error = llvm::Error::success();
  std::string ignored;
  std::optional<Signature> tensors = getSignature(program, ignored);
  auto isTaken = [&](const std::string &argument) {
    auto [name, value] = StringRef(argument).split(':');
    int64_t number = 0;
    bool isNat = llvm::is_contained(program.getNats(),
                                    Builder(program).getStringAttr(name));
    if (!isNat || !tensors || isIndexVariable(*tensors, name))
      return false;
    if (value.getAsInteger(10, number) || number < 0) {
      if (!error)
        error = fail("expected one natural number as the value of '" + name +
                     "', got \"" + value + "\"");
      return true;
    }
    fixNumber(program, name, number);
    numbers[name.str()] = number;
    return true;
  };
  llvm::erase_if(given, isTaken);
  return error;
}

/// The text of a quotient whose divisor is zero; empty if there is none.
static std::string findZeroDivisor(const Nat &nat) {
  std::string found;
  nat.walk([&](const Nat::Atom &atom, unsigned) {
    bool isQuotient =
        atom.kind == Nat::Kind::Div || atom.kind == Nat::Kind::Mod;
    if (isQuotient && atom.operands[1].isZero())
      found = Nat::make(atom).toString();
  });
  return found;
}

/// The same of all numbers of an operation and of the types of its values.
static std::string findZeroDivisor(Operation *op) {
  std::string found;
  auto visit = [&](const Nat &nat, unsigned = 0) {
    if (found.empty())
      found = findZeroDivisor(nat);
  };
  for (NamedAttribute attribute : op->getAttrs())
    if (auto number = dyn_cast<NatAttr>(attribute.getValue()))
      visit(number.getValue());
  for (Type type : op->getResultTypes())
    walkNats(type, visit);
  return found;
}

/// Values of numbers may make a divisor zero.
llvm::Error PatternSource::checkDivisors() const {
  llvm::Error error = llvm::Error::success();
  auto check = [&](Location loc, const std::string &quotient) {
    if (!quotient.empty() && !error)
      error = failAt(loc, "division by zero in \"" + quotient + "\"");
  };
  ProgramOp op = program;
  for (BlockArgument param : op.getBlock()->getArguments()) {
    std::string quotient;
    walkNats(param.getType(), [&](const Nat &nat, unsigned) {
      if (quotient.empty())
        quotient = findZeroDivisor(nat);
    });
    check(param.getLoc(), quotient);
  }
  op->walk([&](Operation *inner) {
    check(inner->getLoc(), findZeroDivisor(inner));
  });
  return error;
}

/// Checks that the given numbers make no array length negative.
llvm::Error PatternSource::checkLengths() const {
  ProgramOp op = program;
  for (BlockArgument param : op.getBlock()->getArguments()) {
    int64_t least = 0;
    walkNats(param.getType(), [&](const Nat &length, unsigned) {
      least = std::min(least, length.getConstant().value_or(0));
    });
    if (least < 0)
      return failAt(param.getLoc(), "the length of an array is negative: " +
                                        llvm::Twine(least));
  }
  return llvm::Error::success();
}

llvm::Error PatternSource::checkNumbers(const Signature &tensors) const {
  ProgramOp op = program;
  for (auto name : op.getNats().getAsRange<StringAttr>())
    if (!findSizeOf(tensors, name.getValue()))
      return fail("no tensor has the size '" + name.getValue() + "'",
                  "give the number a value, as size=" + name.getValue() +
                      ":8 (in the driver, -d=" + name.getValue() + ":8)");
  return llvm::Error::success();
}

void PatternSource::findPlaces(const Signature &tensors) {
  for (const auto &list : {tensors.results, tensors.operands})
    for (const SignatureTensor &tensor : list)
      if (std::optional<notation::Range> range = findRange(*tensor.loc, text))
        places[tensor.name] = *range;
}

llvm::Error PatternSource::describeSignature() {
  std::string message;
  std::optional<Signature> tensors = getSignature(program, message);
  if (!tensors)
    return fail(message);
  if (llvm::Error error = checkNumbers(*tensors))
    return error;
  SignatureText described(program, *tensors);
  if (!described.describe(message))
    return fail(message);
  signature = std::move(described.statement);
  formats = std::move(described.formats);
  types = std::move(described.types);
  sizes = std::move(described.sizes);
  for (auto name : program.getNats().getAsRange<StringAttr>())
    naturalNumbers.push_back(name.str());
  findPlaces(*tensors);
  if (described.unchecked)
    uncheckedSize = described.unchecked->toString();
  return llvm::Error::success();
}

llvm::Error PatternSource::verify() const {
  CompilerContext context;
  DiagnosticRecorder recorder(context.get(), text);
  if (failed(mlir::verify(*module)))
    return recorder.takeError("the verification of patterns");
  return llvm::Error::success();
}

llvm::Expected<std::shared_ptr<PatternSource>>
PatternSource::read(std::string text, const PatternOptions &options,
                    std::string &schedule,
                    SmallVectorImpl<std::string> &sizes) {
  CompilerContext context;
  std::shared_ptr<PatternSource> source(
      new PatternSource(std::move(text), options));
  if (llvm::Error error = source->import())
    return std::move(error);
  if (llvm::Error error = source->applySchedule(schedule))
    return std::move(error);
  if (llvm::Error error = source->takeNumbers(sizes))
    return std::move(error);
  if (llvm::Error error = source->checkDivisors())
    return std::move(error);
  if (llvm::Error error = source->checkLengths())
    return std::move(error);
  if (llvm::Error error = source->verify())
    return std::move(error);
  if (llvm::Error error = source->describeSignature())
    return std::move(error);
  return source;
}

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

/// A module with the program alone.
OwningOpRef<ModuleOp> PatternSource::cloneProgram() const {
  ProgramOp op = program;
  OwningOpRef<ModuleOp> copy = ModuleOp::create(op.getLoc());
  copy->push_back(op->clone());
  return copy;
}

/// Gives the kernel of a module the name that its entry has.
static void nameKernel(ModuleOp module, StringRef name) {
  for (auto function : module.getOps<func::FuncOp>())
    if (function->hasAttr(kKernelAttr)) {
      Builder builder(function);
      function.setSymName(kFunctionName);
      function->setAttr(kKernelAttr,
                        name == kFunctionName
                            ? Attribute(builder.getUnitAttr())
                            : Attribute(builder.getStringAttr(name)));
    }
}

/// Makes loops of the program.
llvm::Error PatternSource::makeLoops(CompileRequest &request,
                                     ModuleOp copy) const {
  LoweringOptions &lowering = request.lowering;
  if (!lowering.schedule.empty())
    return fail("the schedule is one of index notation, which the program is "
                "not: " +
                    reason,
                "rules are steps of a schedule, too, as set_mapping(par)");
  ConvertPatternToSCFOptions conversion;
  conversion.sums = options.sums;
  conversion.checkAccesses = lowering.checkAccesses;
  conversion.kernels = true;
  conversion.strictFloatingPoint = lowering.strictFloatingPoint;
  MLIRContext *context = copy.getContext();
  DiagnosticRecorder recorder(context, text);
  PassManager pm(context);
  pm.enableVerifier(false);
  pm.addPass(createConvertPatternToSCF(conversion));
  if (llvm::Error error = recorder.run(pm, copy))
    return error;
  bool usesUnits = copy.walk([](scf::ForOp loop) {
                         return getGPUUnit(loop) ? WalkResult::interrupt()
                                                 : WalkResult::advance();
                       })
                       .wasInterrupted();
  if (lowering.gpu && !usesUnits)
    return fail("no map of the program is run by the blocks of a GPU",
                "write mapWorkgroup(mapLocal(...)), or set_mapping(workgroup) "
                "as a rule");
  lowering.gpu = usesUnits;
  return llvm::Error::success();
}

llvm::Error PatternSource::lower(CompileRequest &request,
                                 OwningOpRef<ModuleOp> &lowered,
                                 IRLevel &level) const {
  using Lowering = PatternOptions::Lowering;
  CompilerContext context;
  lowered = cloneProgram();
  auto copy = *lowered->getOps<ProgramOp>().begin();
  bool wantsLoops =
      options.lowering == Lowering::Loops ||
      (options.lowering == Lowering::Auto && copy->hasAttr(kLoopsAttr));
  reason = "loops are asked for";
  bool isNotation =
      !wantsLoops && succeeded(convertToIndexNotation(copy, reason));
  // Kernels of index notation compare sizes with each other only.
  if (isNotation && !uncheckedSize.empty()) {
    lowered = cloneProgram();
    reason = "lengths as \"" + uncheckedSize + "\" are checked by loops only";
    isNotation = false;
  }
  level = isNotation ? IRLevel::TIN : IRLevel::SCF;
  if (isNotation)
    reason.clear();
  else if (options.lowering == Lowering::IndexNotation)
    return fail("the program is no index notation: " + reason,
                "patterns=loops makes loops of it (in the driver, "
                "-lower-patterns=loops)");
  else if (llvm::Error error = makeLoops(request, *lowered))
    return error;
  nameKernel(*lowered, request.name);
  return llvm::Error::success();
}

llvm::Error PatternSource::refuseLevel() const {
  return fail("the program has no level above loops, since it is no index "
              "notation: " +
                  reason,
              "the levels are pattern, scf, memref, c, llvm and asm");
}

std::string PatternSource::print() const {
  CompilerContext context;
  std::string printed;
  llvm::raw_string_ostream os(printed);
  ModuleOp(*module).print(os);
  os << "\n";
  return printed;
}

/// Prints the types of the expressions of a program. What is in the function of
/// an operation follows it, and is further right.
static void printTypes(ProgramOp program, llvm::raw_ostream &os) {
  program->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op->getNumResults() != 1 || !isa<PatternDialect>(op->getDialect()))
      return;
    unsigned depth = 1;
    for (Operation *outer = op->getParentOp(); outer != program;
         outer = outer->getParentOp())
      ++depth;
    os.indent(2 * depth) << op->getName().stripDialect();
    if (auto position = op->getAttrOfType<StringAttr>("position"))
      os << " \"" << position.getValue() << "\"";
    os << " : " << pattern::toString(op->getResult(0).getType()) << "\n";
  });
}

std::string PatternSource::explain() const {
  CompilerContext context;
  std::string explained;
  llvm::raw_string_ostream os(explained);
  ProgramOp op = program;
  os << "The program '" << op.getSymName() << "' computes a value of type "
     << pattern::toString(op.getResult()) << ".\n\nIts parameters:\n";
  for (auto [name, value] : llvm::zip(op.getParams().getAsRange<StringAttr>(),
                                      op.getBlock()->getArguments()))
    os << "  " << name.getValue() << " : " << pattern::toString(value.getType())
       << "\n";
  os << "\nIts expressions:\n";
  printTypes(op, os);
  if (reason.empty())
    os << "\nThe program is index notation, by which it is compiled.\n";
  else
    os << "\nThe program is compiled to loops of its own: " << reason << ".\n";
  os << "\nAddresses of elements, before and after simplification:\n";
  OwningOpRef<ModuleOp> copy = cloneProgram();
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
    os << "  " << StringRef(diagnostic.str()) << "\n";
    return success();
  });
  ConvertPatternToSCFOptions conversion;
  conversion.sums = options.sums;
  conversion.explain = true;
  PassManager pm(context.get());
  pm.enableVerifier(false);
  pm.addPass(createConvertPatternToSCF(conversion));
  (void)pm.run(*copy);
  return explained;
}
