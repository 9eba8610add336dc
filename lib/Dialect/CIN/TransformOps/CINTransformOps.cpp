//===- CINTransformOps.cpp - Schedules as transform operations --*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations find the foralls of their handles and their numbers; what they
// do to them is for the functions of Scheduling.h, whose preconditions become
// silenceable failures.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/TransformOps/CINTransformOps.h"

#include "weft/Analysis/KernelNames.h"
#include "weft/Dialect/CIN/Transforms/Scheduling.h"
#include "weft/Dialect/CIN/Transforms/Transforms.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/APSInt.h"

using namespace mlir;
using namespace mlir::transform;
using namespace weft;
using namespace weft::cin;

using Effects = SmallVectorImpl<MemoryEffects::EffectInstance>;

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

template <typename AttrT>
using EnumOf = decltype(std::declval<AttrT>().getValue());

template <typename AttrT>
static ParseResult parseKeyword(OpAsmParser &parser, AttrT &attr) {
  FailureOr<EnumOf<AttrT>> value = FieldParser<EnumOf<AttrT>>::parse(parser);
  if (failed(value))
    return failure();
  attr = AttrT::get(parser.getContext(), *value);
  return success();
}

template <typename AttrT>
static void printKeyword(OpAsmPrinter &printer, Operation *, AttrT attr) {
  printer << stringifyEnum(attr.getValue());
}

/// A number is a literal or a parameter.
static ParseResult
parseNumber(OpAsmParser &parser,
            std::optional<OpAsmParser::UnresolvedOperand> &param,
            IntegerAttr &number) {
  int64_t value;
  OptionalParseResult literal = parser.parseOptionalInteger(value);
  if (literal.has_value()) {
    if (failed(*literal))
      return failure();
    number = parser.getBuilder().getI64IntegerAttr(value);
    return success();
  }
  return parser.parseOperand(param.emplace());
}

static void printNumber(OpAsmPrinter &printer, Operation *, Value param,
                        IntegerAttr number) {
  if (param)
    printer << param;
  else
    printer << number.getInt();
}

/// A distribution after a comma, whose chunk may be a parameter, or nothing.
static ParseResult
parseDistributionOf(OpAsmParser &parser, DistributionAttr &distribution,
                    std::optional<OpAsmParser::UnresolvedOperand> &chunk) {
  if (failed(parser.parseOptionalComma()))
    return success();
  FailureOr<DistributionAttr> parsed = weft::parseDistribution(parser);
  if (failed(parsed))
    return failure();
  distribution = *parsed;
  OpAsmParser::UnresolvedOperand operand;
  OptionalParseResult hasOperand = parser.parseOptionalOperand(operand);
  if (!hasOperand.has_value())
    return success();
  chunk = operand;
  return *hasOperand;
}

static void printDistributionOf(OpAsmPrinter &printer, Operation *,
                                DistributionAttr distribution, Value chunk) {
  if (!distribution)
    return;
  printer << ", ";
  weft::printDistribution(printer, distribution);
  if (chunk)
    printer << ' ' << chunk;
}

#define GET_OP_CLASSES
#include "weft/Dialect/CIN/TransformOps/CINTransformOps.cpp.inc"

static LogicalResult verifyNumber(Operation *op, Value param,
                                  IntegerAttr number) {
  if (static_cast<bool>(param) == static_cast<bool>(number))
    return op->emitOpError("expected a number or a parameter, and not both");
  return success();
}

//===----------------------------------------------------------------------===//
// Handles
//===----------------------------------------------------------------------===//

/// The number that a literal or a parameter gives.
static DiagnosedSilenceableFailure getNumber(TransformOpInterface op,
                                             TransformState &state, Value param,
                                             std::optional<int64_t> literal,
                                             int64_t &number) {
  if (!param) {
    number = literal.value_or(0);
    return DiagnosedSilenceableFailure::success();
  }
  ArrayRef<Attribute> params = state.getParams(param);
  auto integer =
      params.size() == 1 ? dyn_cast<IntegerAttr>(params.front()) : nullptr;
  auto type = integer ? dyn_cast<IntegerType>(integer.getType()) : nullptr;
  bool isTruth = type && type.getWidth() == 1;
  if (!integer || isTruth)
    return emitSilenceableFailure(op, "expected a parameter of one integer");
  APSInt value(integer.getValue(), type && type.isUnsigned());
  if (!value.isRepresentableByInt64())
    return emitSilenceableFailure(op, "expected a parameter of 64 bits");
  number = value.getExtValue();
  return DiagnosedSilenceableFailure::success();
}

/// Applies a transformation to each forall of a handle, up to the first that
/// has not what it takes.
static DiagnosedSilenceableFailure
applyToForalls(TransformOpInterface op, RewriterBase &rewriter,
               TransformState &state, Value target,
               function_ref<LogicalResult(ForallOp)> transformation) {
  for (Operation *payload : llvm::to_vector(state.getPayloadOps(target))) {
    auto forall = dyn_cast<ForallOp>(payload);
    if (!forall) {
      DiagnosedSilenceableFailure failure =
          emitSilenceableFailure(op, "expected a cin.forall");
      failure.attachNote(payload->getLoc()) << "the operation is here";
      return failure;
    }
    FailedPreconditions failures(rewriter);
    if (succeeded(transformation(forall)))
      continue;
    DiagnosedSilenceableFailure failure = emitSilenceableFailure(op);
    failures.explain(failure);
    return failure;
  }
  return DiagnosedSilenceableFailure::success();
}

static void changeInPlace(Operation *op, Effects &effects) {
  onlyReadsHandle(op->getOpOperands(), effects);
  modifiesPayload(effects);
}

//===----------------------------------------------------------------------===//
// Finding and matching
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure FindForallOp::apply(TransformRewriter &,
                                                TransformResults &results,
                                                TransformState &state) {
  SmallVector<Operation *> foralls;
  for (Operation *target : state.getPayloadOps(getTarget())) {
    SmallVector<ForallOp> found;
    target->walk<WalkOrder::PreOrder>([&](ForallOp forall) {
      if (forall.getName() == getName())
        found.push_back(forall);
    });
    if (found.size() != 1) {
      DiagnosedSilenceableFailure failure = emitSilenceableError();
      failure << (found.empty() ? "there is no forall over '"
                                : "there are several foralls over '")
              << getName() << "'";
      failure.attachNote(target->getLoc()) << "it was looked for in here";
      for (ForallOp forall : found)
        failure.attachNote(forall.getLoc()) << "one is here";
      return failure;
    }
    foralls.push_back(found.front());
  }
  results.set(cast<OpResult>(getForall()), foralls);
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure MatchForallOp::matchOperation(Operation *current,
                                                          TransformResults &,
                                                          TransformState &) {
  auto forall = dyn_cast<ForallOp>(current);
  if (!forall)
    return emitSilenceableError() << "expected a cin.forall";
  if (getName() && forall.getName() != *getName())
    return emitSilenceableError()
           << "expected a forall over '" << *getName() << "', got one over '"
           << forall.getName() << "'";
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure MatchAccessOp::matchOperation(Operation *current,
                                                          TransformResults &,
                                                          TransformState &) {
  auto access = dyn_cast<AccessOp>(current);
  if (!access)
    return emitSilenceableError() << "expected a cin.access";
  if (!getName())
    return DiagnosedSilenceableFailure::success();
  analysis::KernelNames names(access->getParentOfType<KernelOp>());
  StringRef tensor = names.getTensor(access.getRef());
  if (tensor != *getName())
    return emitSilenceableError() << "expected an access of '" << *getName()
                                  << "', got one of '" << tensor << "'";
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// Split
//===----------------------------------------------------------------------===//

LogicalResult SplitForallOp::verify() {
  return verifyNumber(*this, getSizeParam(), getSizeAttr());
}

void SplitForallOp::getEffects(Effects &effects) {
  changeInPlace(*this, effects);
  producesHandle(getOperation()->getOpResults(), effects);
}

DiagnosedSilenceableFailure SplitForallOp::apply(TransformRewriter &rewriter,
                                                 TransformResults &results,
                                                 TransformState &state) {
  int64_t size;
  DiagnosedSilenceableFailure failure =
      getNumber(*this, state, getSizeParam(), getSize(), size);
  if (!failure.succeeded())
    return failure;
  SmallVector<Operation *> outer, inner;
  failure =
      applyToForalls(*this, rewriter, state, getTarget(), [&](ForallOp forall) {
        FailureOr<SplitOp> split =
            splitForall(rewriter, forall, getOuter(), getInner(),
                        getDirection(), size, getTail());
        if (failed(split))
          return LogicalResult::failure();
        outer.push_back(split->getOuter().getParentBlock()->getParentOp());
        inner.push_back(split->getInner().getParentBlock()->getParentOp());
        return success();
      });
  results.set(cast<OpResult>(getOuterForall()), outer);
  results.set(cast<OpResult>(getInnerForall()), inner);
  return failure;
}

//===----------------------------------------------------------------------===//
// Reorder and factor
//===----------------------------------------------------------------------===//

/// The foralls of handles that have one each.
static DiagnosedSilenceableFailure
getOneOfEach(TransformOpInterface op, TransformState &state, ValueRange targets,
             SmallVectorImpl<ForallOp> &foralls) {
  for (Value target : targets) {
    SmallVector<Operation *> payload =
        llvm::to_vector(state.getPayloadOps(target));
    auto forall =
        payload.size() == 1 ? dyn_cast<ForallOp>(payload.front()) : nullptr;
    if (!forall)
      return emitSilenceableFailure(op,
                                    "expected one cin.forall in each handle");
    foralls.push_back(forall);
  }
  return DiagnosedSilenceableFailure::success();
}

LogicalResult ReorderForallsOp::verify() {
  if (getTargets().empty())
    return emitOpError("expected at least one forall");
  return success();
}

void ReorderForallsOp::getEffects(Effects &effects) {
  changeInPlace(*this, effects);
}

DiagnosedSilenceableFailure ReorderForallsOp::apply(TransformRewriter &rewriter,
                                                    TransformResults &,
                                                    TransformState &state) {
  SmallVector<ForallOp> order;
  DiagnosedSilenceableFailure failure =
      getOneOfEach(*this, state, getTargets(), order);
  if (!failure.succeeded())
    return failure;
  FailedPreconditions failures(rewriter);
  if (succeeded(reorderForalls(rewriter, order)))
    return DiagnosedSilenceableFailure::success();
  failure = emitSilenceableError();
  failures.explain(failure);
  return failure;
}

LogicalResult FactorReductionOp::verify() {
  if (getTargets().empty())
    return emitOpError("expected at least one forall");
  return success();
}

void FactorReductionOp::getEffects(Effects &effects) {
  changeInPlace(*this, effects);
  producesHandle(getOperation()->getOpResults(), effects);
}

DiagnosedSilenceableFailure
FactorReductionOp::apply(TransformRewriter &rewriter, TransformResults &results,
                         TransformState &state) {
  SmallVector<ForallOp> reduced;
  DiagnosedSilenceableFailure failure =
      getOneOfEach(*this, state, getTargets(), reduced);
  if (!failure.succeeded())
    return failure;
  FailedPreconditions failures(rewriter);
  FailureOr<WhereOp> where = factorReduction(rewriter, reduced);
  if (succeeded(where)) {
    results.set(cast<OpResult>(getWhere()), {where->getOperation()});
    return DiagnosedSilenceableFailure::success();
  }
  failure = emitSilenceableError();
  failures.explain(failure);
  return failure;
}

void HoistFactorsOp::getEffects(Effects &effects) {
  changeInPlace(*this, effects);
}

DiagnosedSilenceableFailure HoistFactorsOp::apply(TransformRewriter &rewriter,
                                                  TransformResults &,
                                                  TransformState &state) {
  return applyToForalls(
      *this, rewriter, state, getTarget(),
      [&](ForallOp forall) { return hoistFactors(rewriter, forall); });
}

void OrderFactorsOp::getEffects(Effects &effects) {
  changeInPlace(*this, effects);
}

DiagnosedSilenceableFailure OrderFactorsOp::apply(TransformRewriter &rewriter,
                                                  TransformResults &,
                                                  TransformState &state) {
  return applyToForalls(
      *this, rewriter, state, getTarget(),
      [&](ForallOp forall) { return orderFactors(rewriter, forall); });
}

//===----------------------------------------------------------------------===//
// Bound
//===----------------------------------------------------------------------===//

LogicalResult BoundForallOp::verify() {
  return verifyNumber(*this, getNumberParam(), getNumberAttr());
}

void BoundForallOp::getEffects(Effects &effects) {
  changeInPlace(*this, effects);
}

DiagnosedSilenceableFailure BoundForallOp::apply(TransformRewriter &rewriter,
                                                 TransformResults &,
                                                 TransformState &state) {
  int64_t number;
  DiagnosedSilenceableFailure failure =
      ::getNumber(*this, state, getNumberParam(), getNumber(), number);
  if (!failure.succeeded())
    return failure;
  return applyToForalls(
      *this, rewriter, state, getTarget(), [&](ForallOp forall) {
        return boundForall(rewriter, forall, getName(), getBound(), number,
                           forall.getLoc());
      });
}

//===----------------------------------------------------------------------===//
// Precompute
//===----------------------------------------------------------------------===//

LogicalResult PrecomputeOp::verify() {
  size_t number = getForalls().size();
  if (number == 0)
    return emitOpError("expected at least one forall");
  if (getProducers().size() != number ||
      (getConsumers() && getConsumers()->size() != number))
    return emitOpError("expected a name for each of ") << number << " foralls";
  return success();
}

void PrecomputeOp::getEffects(Effects &effects) {
  changeInPlace(*this, effects);
  producesHandle(getOperation()->getOpResults(), effects);
}

DiagnosedSilenceableFailure PrecomputeOp::apply(TransformRewriter &rewriter,
                                                TransformResults &results,
                                                TransformState &state) {
  auto scalars = llvm::to_vector(state.getPayloadOps(getTarget()));
  if (scalars.size() != 1 || scalars.front()->getNumResults() != 1)
    return emitSilenceableError() << "expected one operation with one result";
  SmallVector<PrecomputedVariable> variables;
  for (auto [number, handle] : llvm::enumerate(getForalls())) {
    auto payload = llvm::to_vector(state.getPayloadOps(handle));
    auto forall =
        payload.size() == 1 ? dyn_cast<ForallOp>(payload.front()) : nullptr;
    if (!forall)
      return emitSilenceableError() << "expected one cin.forall in each handle";
    auto getName = [number = number](ArrayAttr names) {
      return names ? cast<StringAttr>(names[number]).getValue() : StringRef();
    };
    variables.push_back(
        {forall, getName(getProducers()), getName(getConsumersAttr())});
  }
  FailedPreconditions failures(rewriter);
  FailureOr<Operation *> where =
      precompute(rewriter, scalars.front()->getResult(0), variables,
                 getWorkspace().value_or(""), getStorage());
  if (failed(where)) {
    DiagnosedSilenceableFailure failure = emitSilenceableError();
    failures.explain(failure);
    return failure;
  }
  results.set(cast<OpResult>(getWhere()), {*where});
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// Tags
//===----------------------------------------------------------------------===//

LogicalResult UnrollForallOp::verify() {
  return verifyNumber(*this, getFactorParam(), getFactorAttr());
}

void UnrollForallOp::getEffects(Effects &effects) {
  changeInPlace(*this, effects);
}

DiagnosedSilenceableFailure UnrollForallOp::apply(TransformRewriter &rewriter,
                                                  TransformResults &,
                                                  TransformState &state) {
  int64_t factor;
  DiagnosedSilenceableFailure failure =
      getNumber(*this, state, getFactorParam(), getFactor(), factor);
  if (!failure.succeeded())
    return failure;
  return applyToForalls(
      *this, rewriter, state, getTarget(),
      [&](ForallOp forall) { return unrollForall(rewriter, forall, factor); });
}

void MergeForallOp::getEffects(Effects &effects) {
  changeInPlace(*this, effects);
}

DiagnosedSilenceableFailure MergeForallOp::apply(TransformRewriter &rewriter,
                                                 TransformResults &,
                                                 TransformState &state) {
  return applyToForalls(
      *this, rewriter, state, getTarget(), [&](ForallOp forall) {
        return setMergeStrategy(rewriter, forall, getStrategy());
      });
}

void ConfigureLoweringOp::getEffects(Effects &effects) {
  changeInPlace(*this, effects);
}

DiagnosedSilenceableFailure
ConfigureLoweringOp::apply(TransformRewriter &rewriter, TransformResults &,
                           TransformState &state) {
  for (Operation *payload : state.getPayloadOps(getTarget())) {
    if (succeeded(configureLowering(rewriter, payload, getConfig())))
      continue;
    DiagnosedSilenceableFailure failure =
        emitSilenceableError()
        << "expected a module, a function, a forall or a loop";
    failure.attachNote(payload->getLoc()) << "the operation is here";
    return failure;
  }
  return DiagnosedSilenceableFailure::success();
}

LogicalResult ParallelizeForallOp::verify() {
  if (!getChunkParam())
    return success();
  if (!getDistribution())
    return emitOpError("expected a distribution of chunks");
  if (getDistribution()->getChunk())
    return emitOpError("expected a number or a parameter, and not both");
  return success();
}

void ParallelizeForallOp::getEffects(Effects &effects) {
  changeInPlace(*this, effects);
}

DiagnosedSilenceableFailure
ParallelizeForallOp::apply(TransformRewriter &rewriter, TransformResults &,
                           TransformState &state) {
  Parallelization how;
  how.unit = getUnit();
  how.races = getRaces();
  how.allowRaces = getAllowRaces();
  how.isOptional = getOptional();
  std::optional<int64_t> chunk;
  if (std::optional<DistributionAttr> distribution = getDistribution()) {
    how.distribution = distribution->getKind();
    chunk = distribution->getChunk();
  }
  DiagnosedSilenceableFailure failure =
      getNumber(*this, state, getChunkParam(), chunk, how.chunk);
  if (!failure.succeeded())
    return failure;
  if (getChunkParam() && how.chunk < 1)
    return emitSilenceableError()
           << "expected a positive number of iterations at a time, got "
           << how.chunk;
  return applyToForalls(*this, rewriter, state, getTarget(),
                        [&](ForallOp forall) {
                          return parallelizeForall(rewriter, forall, how);
                        });
}

//===----------------------------------------------------------------------===//
// Extension
//===----------------------------------------------------------------------===//

namespace {
class CINTransformDialectExtension
    : public TransformDialectExtension<CINTransformDialectExtension> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CINTransformDialectExtension)

  using Base::Base;

  void init() {
    declareDependentDialect<CINDialect>();
    declareGeneratedDialect<CINDialect>();
    registerTransformOps<
#define GET_OP_LIST
#include "weft/Dialect/CIN/TransformOps/CINTransformOps.cpp.inc"
        >();
  }
};
} // namespace

void cin::registerTransformDialectExtension(DialectRegistry &registry) {
  registry.addExtensions<CINTransformDialectExtension>();
}
