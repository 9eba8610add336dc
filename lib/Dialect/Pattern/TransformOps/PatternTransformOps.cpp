//===- PatternTransformOps.cpp - Rules as transform operations --*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Applies a rule to each operation of a handle. A precondition that does not
// hold is a silenceable failure.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Pattern/TransformOps/PatternTransformOps.h"

#include "weft/Dialect/Pattern/IR/NatText.h"
#include "weft/Dialect/Pattern/Transforms/Rewrites.h"

#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace mlir::transform;
using namespace weft;
using namespace weft::pattern;

using Effects = SmallVectorImpl<MemoryEffects::EffectInstance>;

static ParseResult parseMappingKeyword(OpAsmParser &parser,
                                       MappingAttr &mapping) {
  FailureOr<Mapping> value = FieldParser<Mapping>::parse(parser);
  if (failed(value))
    return failure();
  mapping = MappingAttr::get(parser.getContext(), *value);
  return success();
}

static void printMappingKeyword(OpAsmPrinter &printer, Operation *,
                                MappingAttr mapping) {
  printer << stringifyMapping(mapping.getValue());
}

#define GET_OP_CLASSES
#include "weft/Dialect/Pattern/TransformOps/PatternTransformOps.cpp.inc"

static void replaceTarget(Operation *op, Effects &effects) {
  consumesHandle(op->getOpOperands(), effects);
  producesHandle(op->getOpResults(), effects);
  modifiesPayload(effects);
}

/// Applies a rule to each target and collects what it returns.
template <typename TargetT, typename OpT, typename RuleT>
static DiagnosedSilenceableFailure applyRule(OpT op, TransformResults &results,
                                             TransformState &state,
                                             RuleT rule) {
  SmallVector<Operation *> replaced;
  auto result = DiagnosedSilenceableFailure::success();
  for (Operation *payload :
       llvm::to_vector(state.getPayloadOps(op.getTarget()))) {
    auto target = dyn_cast<TargetT>(payload);
    std::string reason;
    if (target) {
      auto changed = rule(target, reason);
      if (succeeded(changed)) {
        replaced.push_back(*changed);
        continue;
      }
    } else {
      reason = ("expected '" + TargetT::getOperationName() + "'").str();
    }
    DiagnosedSilenceableFailure failure = emitSilenceableFailure(op, reason);
    failure.attachNote(payload->getLoc()) << "the operation is here";
    result = std::move(failure);
    break;
  }
  results.set(cast<OpResult>(op.getReplaced()), replaced);
  return result;
}

void FuseMapsOp::getEffects(Effects &effects) { replaceTarget(*this, effects); }

DiagnosedSilenceableFailure FuseMapsOp::apply(TransformRewriter &rewriter,
                                              TransformResults &results,
                                              TransformState &state) {
  return applyRule<MapOp>(*this, results, state,
                          [&](MapOp target, std::string &reason) {
                            return fuseMaps(rewriter, target, reason);
                          });
}

void SplitMapOp::getEffects(Effects &effects) { replaceTarget(*this, effects); }

DiagnosedSilenceableFailure SplitMapOp::apply(TransformRewriter &rewriter,
                                              TransformResults &results,
                                              TransformState &state) {
  return applyRule<MapOp>(
      *this, results, state, [&](MapOp target, std::string &reason) {
        return splitMap(rewriter, target, getChunk().getValue(), reason);
      });
}

void SplitReduceOp::getEffects(Effects &effects) {
  replaceTarget(*this, effects);
}

DiagnosedSilenceableFailure SplitReduceOp::apply(TransformRewriter &rewriter,
                                                 TransformResults &results,
                                                 TransformState &state) {
  return applyRule<ReduceOp>(
      *this, results, state, [&](ReduceOp target, std::string &reason) {
        return splitReduce(rewriter, target, getChunk().getValue(), reason);
      });
}

void StrideReduceOp::getEffects(Effects &effects) {
  replaceTarget(*this, effects);
}

DiagnosedSilenceableFailure StrideReduceOp::apply(TransformRewriter &rewriter,
                                                  TransformResults &results,
                                                  TransformState &state) {
  return applyRule<ReduceOp>(
      *this, results, state, [&](ReduceOp target, std::string &reason) {
        return strideReduce(rewriter, target, getLanes().getValue(), reason);
      });
}

void FuseReduceOp::getEffects(Effects &effects) {
  replaceTarget(*this, effects);
}

DiagnosedSilenceableFailure FuseReduceOp::apply(TransformRewriter &rewriter,
                                                TransformResults &results,
                                                TransformState &state) {
  return applyRule<ReduceOp>(*this, results, state,
                             [&](ReduceOp target, std::string &reason) {
                               return fuseReduce(rewriter, target, reason);
                             });
}

void SetMappingOp::getEffects(Effects &effects) {
  replaceTarget(*this, effects);
}

DiagnosedSilenceableFailure SetMappingOp::apply(TransformRewriter &rewriter,
                                                TransformResults &results,
                                                TransformState &state) {
  return applyRule<MapOp>(
      *this, results, state, [&](MapOp target, std::string &reason) {
        return pattern::setMapping(rewriter, target, getMapping(), reason);
      });
}

namespace {
class PatternTransformExtension
    : public TransformDialectExtension<PatternTransformExtension> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PatternTransformExtension)

  void init() {
    declareDependentDialect<PatternDialect>();
    registerTransformOps<
#define GET_OP_LIST
#include "weft/Dialect/Pattern/TransformOps/PatternTransformOps.cpp.inc"
        >();
  }
};
} // namespace

void pattern::registerTransformDialectExtension(DialectRegistry &registry) {
  registry.addExtensions<PatternTransformExtension>();
}
