//===- TensorTest.cpp - Arrays that a tensor takes over -------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arrays from kernels are trusted by everything after the check in
// Tensor::adopt, so each way to break them must be found there.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include <algorithm>

using namespace weft::runtime;

/// An array in the runtime's memory.
template <typename T> static weft_array makeArray(std::vector<T> elements) {
  void *data = allocate(elements.size() * sizeof(T));
  std::copy(elements.begin(), elements.end(), static_cast<T *>(data));
  return {data, static_cast<int64_t>(elements.size())};
}

/// Adopts a 3 x 4 matrix in CSR and returns what is wrong with it.
static std::string adoptCSR(std::vector<int32_t> positions,
                            std::vector<int32_t> coordinates,
                            std::vector<double> values,
                            ArrayElements elements = ArrayElements::Checked) {
  int64_t before = memoryInUse();
  std::string text = "no error";
  {
    Expected<Tensor> tensor = Tensor::adopt(
        makeFormat("ds"), ElementType::F64, {3, 4},
        {makeArray(positions), makeArray(coordinates), makeArray(values)},
        /*numSlots=*/0, elements);
    if (tensor.failed())
      text = tensor.message().substr(tensor.message().rfind(": ") + 2);
  }
  EXPECT_EQ(memoryInUse(), before);
  return text;
}

TEST(TensorTest, AdoptsGoodArrays) {
  EXPECT_EQ(adoptCSR({0, 1, 1, 2}, {3, 0}, {1, 2}), "no error");
  EXPECT_EQ(adoptCSR({0, 0, 0, 0}, {}, {}), "no error");
}

TEST(TensorTest, CutsLongArrays) {
  Expected<Tensor> tensor = Tensor::adopt(
      makeFormat("ds"), ElementType::F64, {2, 4},
      {makeArray<int32_t>({0, 1, 2, 77}), makeArray<int32_t>({1, 2, -5}),
       makeArray<double>({1, 2, 3, 4})});
  ASSERT_TRUE(tensor.succeeded()) << tensor.message();
  EXPECT_EQ(tensor->numStored(), 2);
  EXPECT_EQ(tensor->arrays()[0].length, 3);
  EXPECT_EQ(entriesOf(*tensor), (std::vector<Entry>{{{0, 1}, 1}, {{1, 2}, 2}}));
}

TEST(TensorTest, CountsNoEntryBehindTheLastRow) {
  Level slots{LevelKind::Sliced, true, true, 0};
  slots.part = LevelPart::Slot;
  slots.room = 2;
  Format format;
  format.levels = {{LevelKind::Dense, true, true, 0},
                   slots,
                   {LevelKind::Padded, true, true, 1}};
  // The last slice has a row that there is, and one that there is not.
  Expected<Tensor> tensor = Tensor::adopt(
      format, ElementType::F64, {3, 4},
      {makeArray<int32_t>({0, 1, 3}), makeArray<int32_t>({2, -1, 0, 1, 3, 2}),
       makeArray<double>({1, 2, 3, 4, 5, 6})},
      /*numSlots=*/2);
  ASSERT_TRUE(tensor.succeeded()) << tensor.message();
  EXPECT_EQ(tensor->numStored(), 3);
  EXPECT_EQ(entriesOf(*tensor),
            (std::vector<Entry>{{{0, 2}, 1}, {{2, 0}, 3}, {{2, 3}, 5}}));
}

TEST(TensorTest, RefusesBrokenArrays) {
  EXPECT_EQ(adoptCSR({0, 1, 1}, {0}, {1}), "too few positions of level 2");
  EXPECT_EQ(adoptCSR({1, 1, 1, 1}, {0}, {1}),
            "disordered positions of level 2");
  EXPECT_EQ(adoptCSR({0, 2, 1, 2}, {0, 1}, {1, 2}),
            "disordered positions of level 2");
  EXPECT_EQ(adoptCSR({0, -1, 0, 1}, {0}, {1}),
            "disordered positions of level 2");
  EXPECT_EQ(adoptCSR({0, 1, 2, 3}, {0, 1}, {1, 2, 3}),
            "too few coordinates of level 2");
  EXPECT_EQ(adoptCSR({0, 1, 2, 2}, {0, 4}, {1, 2}),
            "a coordinate of level 2 is out of range");
  EXPECT_EQ(adoptCSR({0, 1, 2, 2}, {0, -1}, {1, 2}),
            "a coordinate of level 2 is out of range");
  EXPECT_EQ(adoptCSR({0, 1, 2, 2}, {0, 1}, {1}), "too few values");
}

TEST(TensorTest, ChecksLengthsOfTrustedArrays) {
  auto trust = [](std::vector<int32_t> positions,
                  std::vector<int32_t> coordinates,
                  std::vector<double> values) {
    return adoptCSR(std::move(positions), std::move(coordinates),
                    std::move(values), ArrayElements::Trusted);
  };
  // What takes a look at each element is left out.
  EXPECT_EQ(trust({0, 2, 1, 2}, {0, 1}, {1, 2}), "no error");
  EXPECT_EQ(trust({0, 1, 2, 2}, {0, 4}, {1, 2}), "no error");
  EXPECT_EQ(trust({0, 1, 1}, {0}, {1}), "too few positions of level 2");
  EXPECT_EQ(trust({0, 1, 1, -1}, {0}, {1}), "disordered positions of level 2");
  EXPECT_EQ(trust({0, 1, 2, 3}, {0, 1}, {1, 2, 3}),
            "too few coordinates of level 2");
  EXPECT_EQ(trust({0, 1, 2, 2}, {0, 1}, {1}), "too few values");
}

TEST(TensorTest, RefusesWrongNumbersOfArrays) {
  int64_t before = memoryInUse();
  Expected<Tensor> tensor = Tensor::adopt(Format::coo(2), ElementType::F64,
                                          {2, 2}, {makeArray<double>({1})});
  ASSERT_TRUE(tensor.failed());
  EXPECT_NE(tensor.message().find("expected 4 arrays, got 1"),
            std::string::npos);
  EXPECT_EQ(memoryInUse(), before);
  EXPECT_TRUE(
      Tensor::adopt(Format::dense(1), ElementType::F64, {2}, {{nullptr, 2}})
          .failed());
}

TEST(TensorTest, NumberOfArrays) {
  EXPECT_EQ(numArrays(Format()), 1);
  EXPECT_EQ(numArrays(Format::dense(3)), 1);
  EXPECT_EQ(numArrays(makeFormat("ds")), 3);
  EXPECT_EQ(numArrays(Format::coo(3)), 5);
}

TEST(TensorTest, ViewShowsTheStorage) {
  Expected<Tensor> tensor =
      packEntries({2, 3}, {{{1, 2}, 4}}, makeFormat("ds", {1, 0}));
  ASSERT_TRUE(tensor.succeeded());
  weft_tensor_data view = tensor->view();
  EXPECT_EQ(view.order, 2);
  EXPECT_EQ(view.num_arrays, 3);
  EXPECT_EQ(view.dims[0], 2);
  EXPECT_EQ(view.dims[1], 3);
  EXPECT_EQ(view.arrays[0].length, 4);
  EXPECT_EQ(*static_cast<double *>(view.arrays[2].data), 4);
}

TEST(TensorTest, Scalars) {
  float value = 1.5;
  Expected<Tensor> tensor = Tensor::scalar(ElementType::F32, &value);
  ASSERT_TRUE(tensor.succeeded());
  EXPECT_EQ(tensor->order(), 0);
  EXPECT_EQ(tensor->numStored(), 1);
  EXPECT_EQ(entriesOf<float>(*tensor), (std::vector<Entry>{{{}, 1.5}}));
}

TEST(TensorTest, MovesKeepTheArrays) {
  int64_t before = memoryInUse();
  {
    Expected<Tensor> first = packEntries({2}, {{{1}, 4}}, makeFormat("s"));
    Expected<Tensor> second = packEntries({3}, {}, makeFormat("d"));
    ASSERT_TRUE(first.succeeded() && second.succeeded());
    *second = std::move(*first);
    EXPECT_EQ(entriesOf(*second), (std::vector<Entry>{{{1}, 4}}));
    Tensor third = std::move(*second);
    EXPECT_EQ(third.numStored(), 1);
  }
  EXPECT_EQ(memoryInUse(), before);
}

TEST(TensorTest, DimsInWords) {
  EXPECT_EQ(describeDims({}), "scalar");
  EXPECT_EQ(describeDims({5}), "vector of 5");
  EXPECT_EQ(describeDims({3, 4}), "matrix of 3 x 4");
  EXPECT_EQ(describeDims({3, 4, 5}), "tensor of 3 x 4 x 5");
}
