//===- ScheduleTrial.h - Kernels to be scheduled ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels of a matrix and a vector for the tests of `Scheduling.h`, and its
// functions on loops that are found by name.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_UNITTESTS_DIALECT_SCHEDULETRIAL_H
#define WEFT_UNITTESTS_DIALECT_SCHEDULETRIAL_H

#include "TransformTrial.h"

#include "weft/Dialect/CIN/Transforms/Scheduling.h"
#include "weft/Explain/Printing.h"

class ScheduleTrial : public TransformTrial {
protected:
  /// `!M` is a matrix of `format`, `!V`, `!L` and `!S` are a vector, a list and
  /// a scalar.
  void parseStatement(llvm::StringRef statement,
                      llvm::StringRef format = "i : dense, j : dense") {
    parse(("#M = #level.format<(i, j) -> (" + format + R"()>
      !M = !cin.ref<tensor<?x?xf64, #M>>
      !V = !cin.ref<tensor<?xf64>>
      !S = !cin.ref<tensor<f64>>
      #L = #level.format<(j) -> (j : compressed(nonunique))>
      !L = !cin.ref<tensor<?xf64, #L>>
      func.func @f(%a: tensor<?x?xf64, #M> {weft.name = "A"},
                   %b: tensor<?xf64> {weft.name = "x"},
                   %c: tensor<?xf64>, %size: index)
          -> (tensor<?xf64> {weft.name = "y"}) {
        %r = cin.kernel ins(%a, %b) outs(%c) extents(%size) {
        ^bb0(%A: !M, %x: !V, %y: !V, %n: index):
    )" + statement +
           R"(
        } : (tensor<?x?xf64, #M>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
        return %r : tensor<?xf64>
      })")
              .str());
  }

  /// y(i) += A(i,j) * x(j)
  void parseProduct(llvm::StringRef format = "i : dense, j : dense") {
    parseStatement(R"(
      cin.forall "i" to %n {
      ^bb0(%i: !cin.index):
        cin.forall "j" to %n {
        ^bb0(%j: !cin.index):
          %0 = cin.access %A[%i, %j] : !M
          %1 = cin.access %x[%j] : !V
          %2 = arith.mulf %0, %1 : f64
          cin.assign %y[%i] arith.addf %2 : !V
        }
      })",
                   format);
  }

  /// y(i) = x(i) op t where t += A(i,j), with the statements of the consumer.
  void parseWhere(llvm::StringRef consumer) {
    parseStatement((R"(
      cin.forall "i" to %n {
      ^bb0(%i: !cin.index):
        cin.where "t" () : tensor<f64> producer {
        ^bb0(%t: !S):
          cin.forall "j" to %n {
          ^bb0(%j: !cin.index):
            %0 = cin.access %A[%i, %j] : !M
            cin.assign %t[] arith.addf %0 : !S
          }
        } consumer {
        ^bb0(%t: !S):
    )" + consumer + "}\n}")
                       .str());
  }

  weft::cin::ForallOp find(llvm::StringRef name) {
    for (weft::cin::ForallOp forall : getAll<weft::cin::ForallOp>())
      if (forall.getName() == name)
        return forall;
    ADD_FAILURE() << "there is no forall over " << name.str();
    return {};
  }

  /// What the first kernel has become.
  std::string notation() {
    std::string text;
    llvm::raw_string_ostream os(text);
    weft::explain::printConcreteNotation(getAll<weft::cin::KernelOp>().front(),
                                         os);
    return llvm::StringRef(text).trim().str();
  }

  std::string
  split(llvm::StringRef name, llvm::StringRef outer, llvm::StringRef inner,
        int64_t size,
        weft::cin::SplitDirection direction = weft::cin::SplitDirection::Down) {
    return explain([&](mlir::RewriterBase &rewriter) -> llvm::LogicalResult {
      return weft::cin::splitForall(rewriter, find(name), outer, inner,
                                    direction, size);
    });
  }
  std::string collapse(llvm::StringRef outer, llvm::StringRef inner,
                       llvm::StringRef name) {
    return explain([&](mlir::RewriterBase &rewriter) -> llvm::LogicalResult {
      return weft::cin::collapseForalls(rewriter, find(outer), find(inner),
                                        name);
    });
  }
  /// Over the positions of the first access.
  std::string pos(llvm::StringRef name, llvm::StringRef position) {
    return explain([&](mlir::RewriterBase &rewriter) -> llvm::LogicalResult {
      return weft::cin::iteratePositions(rewriter, find(name), position,
                                         getAll<weft::cin::AccessOp>().front());
    });
  }
  std::string coord(llvm::StringRef name, llvm::StringRef coordinate) {
    return explain([&](mlir::RewriterBase &rewriter) {
      return weft::cin::iterateCoordinates(rewriter, find(name), coordinate);
    });
  }
  std::string reorder(llvm::ArrayRef<llvm::StringRef> names,
                      bool strict = false) {
    return explain([&](mlir::RewriterBase &rewriter) {
      auto order = llvm::map_to_vector(
          names, [&](llvm::StringRef name) { return find(name); });
      return weft::cin::reorderForalls(rewriter, order, strict);
    });
  }
  std::string bound(llvm::StringRef name, llvm::StringRef bounded,
                    weft::level::Bound bound, int64_t number) {
    return explain([&](mlir::RewriterBase &rewriter) {
      return weft::cin::boundForall(rewriter, find(name), bounded, bound,
                                    number, rewriter.getUnknownLoc());
    });
  }
  std::string factor(llvm::ArrayRef<llvm::StringRef> names,
                     bool strict = false) {
    return explain([&](mlir::RewriterBase &rewriter) -> llvm::LogicalResult {
      auto reduced = llvm::map_to_vector(
          names, [&](llvm::StringRef name) { return find(name); });
      return weft::cin::factorReduction(rewriter, reduced, strict);
    });
  }
  std::string hoistFactors(llvm::StringRef name, bool strict = false) {
    return explain([&](mlir::RewriterBase &rewriter) {
      return weft::cin::hoistFactors(rewriter, find(name), strict);
    });
  }
  std::string orderFactors(llvm::StringRef name, bool strict = false) {
    return explain([&](mlir::RewriterBase &rewriter) {
      return weft::cin::orderFactors(rewriter, find(name), strict);
    });
  }
  std::string unroll(llvm::StringRef name, int64_t factor) {
    return explain([&](mlir::RewriterBase &rewriter) {
      return weft::cin::unrollForall(rewriter, find(name), factor);
    });
  }
  std::string merge(llvm::StringRef name, weft::cin::MergeStrategy strategy) {
    return explain([&](mlir::RewriterBase &rewriter) {
      return weft::cin::setMergeStrategy(rewriter, find(name), strategy);
    });
  }
  std::string parallelize(llvm::StringRef name,
                          const weft::cin::Parallelization &how) {
    return explain([&](mlir::RewriterBase &rewriter) {
      return weft::cin::parallelizeForall(rewriter, find(name), how);
    });
  }
  std::string parallelize(llvm::StringRef name, weft::cin::ParallelUnit unit,
                          weft::cin::RaceStrategy races) {
    weft::cin::Parallelization how;
    how.unit = unit;
    how.races = races;
    return parallelize(name, how);
  }
  /// The result of an operation over the loops of names, each with one for the
  /// producer.
  std::string
  precompute(mlir::Value value,
             llvm::ArrayRef<std::pair<llvm::StringRef, llvm::StringRef>> loops,
             llvm::StringRef workspace = "",
             std::optional<weft::level::Workspace> kind = std::nullopt,
             bool strict = false) {
    return explain([&](mlir::RewriterBase &rewriter) -> llvm::LogicalResult {
      llvm::SmallVector<weft::cin::PrecomputedVariable> variables;
      for (auto [name, producer] : loops)
        variables.push_back({find(name), producer, ""});
      return weft::cin::precompute(rewriter, value, variables, workspace, kind,
                                   strict);
    });
  }
};

#endif // WEFT_UNITTESTS_DIALECT_SCHEDULETRIAL_H
